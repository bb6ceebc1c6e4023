/* A run of a model: the steps from the initial state to a violation.
 *
 * A search knows only the stored states of a path.  The trail finds the steps
 * between them, then re-executes all of them one statement at a time from the
 * initial state: a run that the engine does not repeat is never shown.
 */
#ifndef LARIAT_SEARCH_TRAIL_H
#define LARIAT_SEARCH_TRAIL_H

#include "base/vec.h"
#include "engine/engine.h"
#include "search/move_log.h"

struct move move_of_step(const struct step *step);
bool move_is_step(const struct move *move, const struct step *step);

struct trail {
  struct move *moves; /* NULL: they lie in the log */
  size_t move_count;
  size_t loop_start; /* index of the first move of the cycle; move_count
                        when there is none */
  bool has_violation;
  struct violation violation; /* what the last move (or the end) shows */
  const struct move_log *log;
  size_t log_start; /* there */
};

static inline struct move trail_move(const struct trail *trail, size_t index) {
  return trail->moves ? trail->moves[index]
                      : move_log_at(trail->log, trail->log_start + index);
}

/* The same run with its moves at the end of a log. */
struct trail trail_copy(const struct trail *trail, struct move_log *log);

/* Does the run go round for ever?  Then from loop_start on; nothing moves any
 * more when that is the end.
 */
bool trail_is_cycle(const struct trail *trail);

struct trail_player;

/* Walks a trail statement by statement, from the initial state on.  The engine
 * may be used otherwise between the calls.
 */
enum status trail_play_open(struct engine *engine, const struct trail *trail,
                            struct trail_player **out);
void trail_play_close(struct trail_player *player); /* accepts NULL */

/* The engine's limit ends a move from now on, which then is not allowed: in
 * another model a step may take longer than where the trail was found.
 */
void trail_play_heed_limit(struct trail_player *player);

/* Executes the next move.  STATUS_OK with *done set at the end of the moves;
 * STATUS_BAD_INPUT when the engine does not allow the move.
 */
enum status trail_play_next(struct trail_player *player, bool *done);

/* The move just executed: its step, the printed text, the state before and
 * after; all valid until the next call.
 */
struct played {
  size_t index;
  const struct step *step;
  const char *printed;           /* "" when nothing was */
  const uint8_t *before, *after; /* after is NULL when the step failed */
  size_t before_length, after_length;
  bool has_violation;
  struct violation violation; /* met in this step */
};
const struct played *trail_played(const struct trail_player *player);

/* The state the player stands in; NULL when there is no initial state. */
const uint8_t *trail_state(const struct trail_player *player, size_t *length);

/* Is that inside an atomic, where nobody else sees it?  Not if the process that
 * is there cannot go on: then others may.
 */
bool trail_is_inside(struct trail_player *player);

/* Does nothing move there any more? */
bool trail_has_stopped(struct trail_player *player);

/* What is wrong with this very state, whatever step comes next: an invalid end
 * state, or an initialisation that failed.  NULL when nothing is; valid until
 * the next call.
 */
const struct violation *trail_end(struct trail_player *player);

/* Whether the engine allows every move and the violation of the trail, if it
 * has one, is met in the last of them or in the state after it.
 */
bool trail_repeats(struct engine *engine, const struct trail *trail);

/* The same of an engine in which a step may take longer than where the trail
 * was found; no, when the limit ends one.  Afterwards the engine has no limit.
 */
bool trail_repeats_within(struct engine *engine, const struct trail *trail,
                          const struct engine_limit *limit);

struct trail_stop {
  size_t moves; /* up to there */
  size_t at, length;
};

/* States that a trail came through, now and then.  Another one that begins with
 * the same moves is repeated from the last of them on.  When they take more
 * bytes than they may, every other one is left out.
 */
struct trail_stops {
  VEC(struct trail_stop) all;
  VEC(uint8_t) states; /* one behind the other */
  size_t most_bytes;   /* of these; 0: there are no stops */
  size_t apart;        /* at least, in moves */
};

/* The same for a trail whose first moves, so many, were repeated before, when
 * these stops were made; they become its own.
 */
bool trail_repeats_from(struct engine *engine, const struct trail *trail,
                        struct trail_stops *stops, size_t same_moves);
void trail_stops_clear(struct trail_stops *stops);

#endif
