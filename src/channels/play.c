/* Asks the engine for the single steps of a state and takes one of them.
 *
 * The engine notes traffic for whatever it executes, so the notes are cleared
 * behind each successor.  What a failing step did, one without a successor, is
 * counted for the next one: too much, never too little.
 */
#include "channels/play.h"

#include <string.h>

enum { STOP_EVERY = 64 }; /* steps */

void player_init(struct player *player, struct engine *engine,
                 const struct free_channels *free,
                 const struct player_stop *stop) {
  *player = (struct player){
      .engine = engine, .free = free, .stop = stop, .owner = NO_PROCESS};
}

void player_clear(struct player *player) {
  buffer_free(&player->state);
  buffer_free(&player->next);
}

static const uint8_t *bytes_of(const struct buffer *buffer) {
  return (const uint8_t *)buffer_text(buffer);
}

static void split_anew(struct player *player) {
  split_init(&player->split, player->engine, player->free,
             bytes_of(&player->state), player->state.length, player->owner);
}

void player_stand(struct player *player, const uint8_t *state, size_t length,
                  int32_t owner) {
  buffer_clear(&player->state);
  buffer_add(&player->state, (const char *)state, length);
  player->owner = owner;
  split_anew(player);
}

bool player_start(struct player *player) {
  const uint8_t *state;
  size_t length;
  struct violation violation;
  if (!engine_initial(player->engine, &state, &length, &violation))
    return false;
  player_stand(player, state, length, NO_PROCESS);
  return true;
}

static bool is_wanted(const struct player *player,
                      const struct successor *successor) {
  if (successor->step_count != 1)
    return false;
  if (player->wanted)
    return move_is_step(player->wanted, successor->steps);
  return successor->owner == player->target_owner &&
         successor->length == player->target_length &&
         memcmp(successor->state, player->target, successor->length) == 0;
}

static void keep(struct player *player, const struct successor *successor) {
  const struct step *step = successor->steps;
  player->found = true;
  player->move = move_of_step(step);
  player->kind = step->action->kind;
  player->is_plain = step->partner == NO_PROCESS &&
                     step->action->kind != ACTION_D_STEP &&
                     !step->action->sorted;
  player->channel = step->channel;
  player->traffic = player->noting;
  player->next_owner = successor->owner;
  buffer_clear(&player->next);
  buffer_add(&player->next, (const char *)successor->state, successor->length);
}

static bool visit(void *context, const struct successor *successor) {
  struct player *player = context;
  if (is_wanted(player, successor))
    keep(player, successor);
  if (player->noting.some)
    player->noting = (struct channel_traffic){0};
  return !player->found;
}

static bool pass(void *context, const struct violation *violation,
                 const struct step *steps, size_t step_count) {
  (void)context, (void)violation, (void)steps, (void)step_count;
  return true;
}

static bool must_stop(const struct player *player) {
  return player->stop && player->steps % STOP_EVERY == 0 &&
         player->stop->is_due(player->stop->context);
}

static bool take_step(struct player *player) {
  const struct engine_visitor visitor = {
      .context = player, .successor = visit, .violation = pass};
  if (must_stop(player))
    return false;
  player->found = false;
  player->steps++;
  player->noting = (struct channel_traffic){0};
  engine_note_traffic(player->engine, &player->noting);
  (void)engine_expand(player->engine, bytes_of(&player->state),
                      player->state.length, player->owner, ENGINE_SINGLE_STEPS,
                      &visitor);
  engine_note_traffic(player->engine, NULL);
  if (!player->found)
    return false;
  const struct buffer before = player->state;
  player->state = player->next;
  player->next = before;
  player->owner = player->next_owner;
  split_anew(player);
  return true;
}

bool player_move(struct player *player, const struct move *move) {
  player->wanted = move;
  return take_step(player);
}

bool player_move_to(struct player *player, const uint8_t *state, size_t length,
                    int32_t owner) {
  player->wanted = NULL;
  player->target = state;
  player->target_length = length;
  player->target_owner = owner;
  return take_step(player);
}
