/* Executes a trail one statement at a time.
 *
 * A move names its statement but not the outcome, so the engine is asked for
 * all single steps of the state and the one with the move's numbers is taken.
 * A step that goes wrong is met as a violation, with or without a successor
 * after it; the engine reports the violation first.
 *
 * All that the engine hands out is valid during the visit only, printed text
 * included, so the step chosen is copied.  A move costs one expansion, and no
 * memory once the buffers have grown.
 */
#include "search/trail.h"

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

enum { MOVES_A_STOP = 256 };

/* A violation and the memory of its message. */
struct complaint {
  bool raised;
  struct violation violation;
  struct buffer message;
};

struct trail_player {
  struct engine *engine;
  unsigned options; /* for it */
  const struct trail *trail;
  size_t next;             /* move to execute */
  struct move move;        /* this one */
  bool stuck;              /* there is no state to go on from */
  struct buffer states[2]; /* the player stands in states[here] */
  unsigned here;
  int32_t owner; /* of the state it stands in */
  struct buffer output, printed;
  VEC(int32_t) values; /* those of `step` */
  struct step step;
  struct played played;
  struct buffer loop;     /* the state at the start of the cycle */
  struct complaint met;   /* in the last step */
  struct complaint final; /* in the state it stands in */
};

struct move move_of_step(const struct step *step) {
  return (struct move){.pid = step->pid,
                       .from = step->from,
                       .transition = step->transition,
                       .partner = step->partner,
                       .partner_from = step->partner_from,
                       .partner_transition = step->partner_transition};
}

bool move_is_step(const struct move *move, const struct step *step) {
  return move->pid == step->pid && move->from == step->from &&
         move->transition == step->transition &&
         move->partner == step->partner &&
         (move->partner == NO_PROCESS ||
          (move->partner_from == step->partner_from &&
           move->partner_transition == step->partner_transition));
}

struct trail trail_copy(const struct trail *trail, struct move_log *log) {
  struct trail copy = *trail;
  copy.moves = NULL;
  copy.log = log;
  copy.log_start = log->count;
  for (size_t i = 0; i < trail->move_count; i++)
    move_log_add(log, trail_move(trail, i));
  return copy;
}

/* How much a violation is what the trail is about, 2 at most.  A trail from a
 * file knows no place; it may be of a model with other texts.
 */
static int likeness(const struct trail *trail,
                    const struct violation *violation) {
  const struct violation *expected = &trail->violation;
  if (!trail->has_violation || expected->kind != violation->kind)
    return 0;
  if (expected->where.source == 0 && expected->message)
    return strcmp(expected->message, violation->message) == 0 ? 2 : 1;
  return expected->where.source == violation->where.source &&
                 expected->where.offset == violation->where.offset
             ? 2
             : 0;
}

static bool is_expected(const struct trail *trail,
                        const struct violation *violation) {
  return likeness(trail, violation) > 0;
}

/* Keeps the first violation, unless a later one is rather what the trail is
 * about.
 */
static void complain(struct complaint *complaint, const struct trail *trail,
                     const struct violation *violation) {
  if (complaint->raised &&
      likeness(trail, violation) <= likeness(trail, &complaint->violation))
    return;
  complaint->raised = true;
  complaint->violation = *violation;
  buffer_clear(&complaint->message);
  buffer_puts(&complaint->message, violation->message);
  complaint->violation.message = buffer_text(&complaint->message);
}

static const uint8_t *bytes_of(const struct buffer *buffer) {
  return (const uint8_t *)buffer_text(buffer);
}

static void set_bytes(struct buffer *buffer, const void *bytes, size_t length) {
  buffer_clear(buffer);
  buffer_add(buffer, bytes, length);
}

enum status trail_play_open(struct engine *engine, const struct trail *trail,
                            struct trail_player **out) {
  struct trail_player *player = memory_alloc(sizeof *player);
  player->engine = engine;
  player->options = ENGINE_SINGLE_STEPS | ENGINE_PATIENT;
  player->trail = trail;
  player->owner = NO_PROCESS;
  const uint8_t *state;
  size_t length;
  struct violation violation;
  if (engine_initial(engine, &state, &length, &violation)) {
    set_bytes(&player->states[player->here], state, length);
  } else {
    player->stuck = true;
    complain(&player->final, trail, &violation);
  }
  *out = player;
  return STATUS_OK;
}

void trail_play_close(struct trail_player *player) {
  if (!player)
    return;
  buffer_free(&player->states[0]);
  buffer_free(&player->states[1]);
  buffer_free(&player->loop);
  buffer_free(&player->output);
  buffer_free(&player->printed);
  buffer_free(&player->met.message);
  buffer_free(&player->final.message);
  vec_free(&player->values);
  memory_free(player);
}

/* Whether the step visited is the one to play.  If not, what it printed is
 * forgotten.
 */
static bool is_chosen(struct trail_player *player, const struct step *steps,
                      size_t count) {
  if (count == 1 && move_is_step(&player->move, steps))
    return true;
  buffer_clear(&player->output);
  return false;
}

static void keep_step(struct trail_player *player, const struct step *step) {
  player->values.count = 0;
  for (uint32_t i = 0; i < step->value_count; i++)
    vec_push(&player->values, step->values[i]);
  player->step = *step;
  player->step.values = player->values.items;
  player->played.step = &player->step;
  set_bytes(&player->printed, buffer_text(&player->output),
            player->output.length);
}

static bool play_successor(void *context, const struct successor *successor) {
  struct trail_player *player = context;
  if (!is_chosen(player, successor->steps, successor->step_count))
    return true;
  keep_step(player, successor->steps);
  set_bytes(&player->states[!player->here], successor->state,
            successor->length);
  player->owner = successor->owner;
  player->stuck = false;
  return false;
}

static bool play_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  struct trail_player *player = context;
  if (is_chosen(player, steps, step_count)) {
    keep_step(player, steps);
    complain(&player->met, player->trail, violation);
  }
  return true;
}

static void visit_single_steps(struct trail_player *player,
                               const struct engine_visitor *visitor) {
  const struct buffer *state = &player->states[player->here];
  buffer_clear(&player->output);
  engine_print_to(player->engine, &player->output);
  (void)engine_expand(player->engine, bytes_of(state), state->length,
                      player->owner, player->options, visitor);
  engine_print_to(player->engine, NULL);
}

void trail_play_heed_limit(struct trail_player *player) {
  player->options &= ~(unsigned)ENGINE_PATIENT;
}

/* The process whose move it is makes it, in nearly all states, whatever others
 * may do.
 */
static void execute_move(struct trail_player *player) {
  struct engine_visitor visitor = {.context = player,
                                   .successor = play_successor,
                                   .violation = play_violation};
  player->move = trail_move(player->trail, player->next);
  const uint32_t pid = (uint32_t)player->move.pid;
  uint64_t only[ENGINE_ONLY_WORDS] = {0};
  player->stuck = true; /* until a successor is met */
  player->met.raised = false;
  player->played = (struct played){.index = player->next};
  if (pid / 64 < ENGINE_ONLY_WORDS) {
    engine_let_move(only, pid);
    visitor.only = only;
    visit_single_steps(player, &visitor);
  }
  visitor.only = NULL;
  if (!player->played.step)
    visit_single_steps(player, &visitor);
}

/* Tells of the step, and moves on if there is a state to move to. */
static void complete_move(struct trail_player *player) {
  struct played *played = &player->played;
  const struct buffer *before = &player->states[player->here];
  played->printed = buffer_text(&player->printed);
  played->before = bytes_of(before);
  played->before_length = before->length;
  played->has_violation = player->met.raised;
  played->violation = player->met.violation;
  player->next++;
  if (player->stuck)
    return;
  player->here = !player->here;
  played->after = bytes_of(&player->states[player->here]);
  played->after_length = player->states[player->here].length;
}

enum status trail_play_next(struct trail_player *player, bool *done) {
  *done = player->next == player->trail->move_count;
  if (*done)
    return STATUS_OK;
  if (player->stuck)
    return STATUS_BAD_INPUT;
  execute_move(player);
  if (!player->played.step)
    return STATUS_BAD_INPUT;
  complete_move(player);
  return STATUS_OK;
}

const struct played *trail_played(const struct trail_player *player) {
  return &player->played;
}

const uint8_t *trail_state(const struct trail_player *player, size_t *length) {
  const struct buffer *state = &player->states[player->here];
  *length = state->length;
  return state->text ? bytes_of(state) : NULL;
}

static bool note_successor(void *context, const struct successor *successor) {
  (void)successor;
  *(bool *)context = true;
  return false;
}

static bool note_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  (void)violation, (void)steps;
  *(bool *)context |= step_count > 0;
  return true;
}

/* Can somebody move, or one of these? */
static bool moves(struct trail_player *player, const uint64_t *only) {
  bool found = false;
  const struct engine_visitor visitor = {.context = &found,
                                         .successor = note_successor,
                                         .violation = note_violation,
                                         .only = only};
  visit_single_steps(player, &visitor);
  return found;
}

bool trail_is_inside(struct trail_player *player) {
  uint64_t only[ENGINE_ONLY_WORDS] = {0};
  if (player->owner == NO_PROCESS || player->stuck)
    return player->owner != NO_PROCESS;
  engine_let_move(only, (uint32_t)player->owner);
  return moves(player, only);
}

bool trail_has_stopped(struct trail_player *player) {
  return !player->stuck && !moves(player, NULL);
}

static bool pass_successor(void *context, const struct successor *successor) {
  (void)context, (void)successor;
  return true;
}

static bool keep_final(void *context, const struct violation *violation,
                       const struct step *steps, size_t step_count) {
  struct trail_player *player = context;
  (void)steps;
  if (step_count == 0)
    complain(&player->final, player->trail, violation);
  return true;
}

const struct violation *trail_end(struct trail_player *player) {
  const struct engine_visitor visitor = {
      .context = player, .successor = pass_successor, .violation = keep_final};
  if (!player->stuck) {
    player->final.raised = false;
    visit_single_steps(player, &visitor);
  }
  return player->final.raised ? &player->final.violation : NULL;
}

bool trail_is_cycle(const struct trail *trail) {
  return trail->has_violation &&
         (trail->violation.kind == VIOLATION_ACCEPTANCE_CYCLE ||
          trail->violation.kind == VIOLATION_NON_PROGRESS_CYCLE ||
          trail->violation.kind == VIOLATION_UNBOUNDED);
}

/* Is the run back where the cycle began? */
static bool closes_cycle(const struct trail_player *player) {
  const struct buffer *here = &player->states[player->here];
  return here->length == player->loop.length &&
         memcmp(here->text, player->loop.text, here->length) == 0;
}

/* After the last move: is the violation there?  That a claim accepts the run,
 * or that a channel grows with each round, is the search's own finding; the
 * steps are what is repeated here.
 */
static bool shows_violation(struct trail_player *player) {
  const struct trail *trail = player->trail;
  if (!trail->has_violation || trail->violation.kind == VIOLATION_CLAIM ||
      trail->violation.kind == VIOLATION_UNBOUNDED)
    return true;
  if (trail_is_cycle(trail))
    return closes_cycle(player);
  if (player->met.raised && is_expected(trail, &player->met.violation))
    return true;
  const struct violation *final = trail_end(player);
  return final && is_expected(trail, final);
}

/* ---- repeating ---- */

static void pass(struct trail_player *player) {
  const struct buffer *state = &player->states[player->here];
  if (player->next == player->trail->loop_start)
    set_bytes(&player->loop, bytes_of(state), state->length);
}

static size_t last_stop(const struct trail_stops *stops) {
  return stops->all.count > 0 ? vec_last(&stops->all)->moves : 0;
}

/* Begins where the moves are the same still. */
static void go_to_stop(struct trail_player *player, struct trail_stops *stops,
                       size_t same_moves) {
  while (last_stop(stops) > same_moves)
    stops->states.count = vec_pop(&stops->all).at;
  if (stops->all.count == 0)
    return;
  const struct trail_stop *stop = vec_last(&stops->all);
  player->next = stop->moves;
  set_bytes(&player->states[player->here], stops->states.items + stop->at,
            stop->length);
}

/* Leaves every other one. */
static void thin_out(struct trail_stops *stops) {
  size_t kept = 0, end = 0;
  for (size_t i = 1; i < stops->all.count; i += 2) {
    struct trail_stop stop = stops->all.items[i];
    memmove(stops->states.items + end, stops->states.items + stop.at,
            stop.length);
    stop.at = end;
    end += stop.length;
    stops->all.items[kept++] = stop;
  }
  stops->all.count = kept;
  stops->states.count = end;
  stops->apart *= 2;
}

static bool has_room(struct trail_stops *stops, size_t length) {
  if (stops->states.count + length > stops->most_bytes && stops->all.count > 1)
    thin_out(stops);
  return stops->states.count + length <= stops->most_bytes;
}

static void note_stop(const struct trail_player *player,
                      struct trail_stops *stops) {
  const struct buffer *state = &player->states[player->here];
  if (stops->apart < MOVES_A_STOP)
    stops->apart = MOVES_A_STOP;
  if (player->stuck || player->owner != NO_PROCESS ||
      player->next < last_stop(stops) + stops->apart ||
      !has_room(stops, state->length))
    return;
  const size_t at = stops->states.count;
  vec_push(&stops->all, ((struct trail_stop){player->next, at, state->length}));
  vec_reserve(&stops->states, at + state->length);
  memcpy(stops->states.items + at, state->text, state->length);
  stops->states.count += state->length;
}

static bool repeats_from(struct engine *engine, const struct trail *trail,
                         struct trail_stops *stops, size_t same_moves,
                         unsigned options) {
  struct trail_player *player = NULL;
  enum status status = trail_play_open(engine, trail, &player);
  player->options = options;
  const size_t first =
      same_moves < trail->loop_start ? same_moves : trail->loop_start;
  go_to_stop(player, stops, first);
  for (bool done = false; status == STATUS_OK && !done;) {
    note_stop(player, stops);
    pass(player);
    status = trail_play_next(player, &done);
  }
  const bool repeats = status == STATUS_OK && shows_violation(player);
  trail_play_close(player);
  return repeats;
}

bool trail_repeats_from(struct engine *engine, const struct trail *trail,
                        struct trail_stops *stops, size_t same_moves) {
  return repeats_from(engine, trail, stops, same_moves,
                      ENGINE_SINGLE_STEPS | ENGINE_PATIENT);
}

void trail_stops_clear(struct trail_stops *stops) {
  vec_free(&stops->all);
  vec_free(&stops->states);
}

bool trail_repeats(struct engine *engine, const struct trail *trail) {
  struct trail_stops stops = {0};
  const bool repeats = trail_repeats_from(engine, trail, &stops, 0);
  trail_stops_clear(&stops);
  return repeats;
}

bool trail_repeats_within(struct engine *engine, const struct trail *trail,
                          const struct engine_limit *limit) {
  struct trail_stops stops = {0};
  engine_set_limit(engine, limit);
  const bool repeats =
      repeats_from(engine, trail, &stops, 0, ENGINE_SINGLE_STEPS);
  engine_set_limit(engine, NULL);
  trail_stops_clear(&stops);
  return repeats;
}
