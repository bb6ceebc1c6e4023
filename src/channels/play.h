/* One statement at a time, with what it does to the channels. */
#ifndef LARIAT_CHANNELS_PLAY_H
#define LARIAT_CHANNELS_PLAY_H

#include "channels/split.h"
#include "search/trail.h"

/* Asked now and then: must one stop? */
struct player_stop {
  bool (*is_due)(const void *context);
  const void *context;
};

/* A state, and the step that led to it. */
struct player {
  struct engine *engine;
  const struct free_channels *free;
  const struct player_stop *stop; /* NULL: never */
  struct buffer state, next;
  int32_t owner, next_owner;
  struct split split; /* of the state */

  struct move move;
  enum action_kind kind;
  bool is_plain;    /* one process, one statement; no sorted send */
  uint32_t channel; /* of the message, or 0 */
  struct channel_traffic traffic;

  struct channel_traffic noting; /* what the engine writes */
  /* what is looked for */
  const struct move *wanted;
  const uint8_t *target;
  size_t target_length;
  int32_t target_owner;
  bool found;
  uint64_t steps; /* expansions so far */
};

/* In no state yet. */
void player_init(struct player *player, struct engine *engine,
                 const struct free_channels *free,
                 const struct player_stop *stop);
void player_clear(struct player *player);

/* Stands in the initial state; false when there is none. */
bool player_start(struct player *player);
void player_stand(struct player *player, const uint8_t *state, size_t length,
                  int32_t owner);

/* Executes this statement; false when the engine does not allow it, or one must
 * stop.
 */
bool player_move(struct player *player, const struct move *move);

/* Executes the first statement that leads to this state. */
bool player_move_to(struct player *player, const uint8_t *state, size_t length,
                    int32_t owner);

#endif
