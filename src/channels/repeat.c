/* Proves that a sequence w of statements, from S to S', can be repeated for
 * ever.
 *
 * Jéron's condition (Jard and Jéron, Bounded-memory algorithms for verification
 * on the fly, CAV 1991, section 3.4): all but the contents of channels is the
 * same in S and S', and for every channel j
 *
 *     C_j(S) out_j(w)  is a prefix of  C_j(S') out_j(w).
 *
 * Write x = C_j(S), o = out_j(w), i for what w receives.  Then C_j(S') = x t
 * for some t, and the condition says t o = o v with |v| = |t|; since x o = i x
 * t with |t| <= |o|, t is also the end of o, which makes v = t: t and o
 * commute. Where statements only send and receive at the ends of channels, w
 * can then be fired from S' with the same messages, leaves x t t, and so on for
 * ever.
 *
 * Promela has more: else, timeout, unless, priorities, d_step and atomic ask
 * what is NOT possible, empty() and polls look at a channel.  So w is really
 * unrolled, and the proof rests on two rounds of that.  What the engine does
 * depends, of a channel that grows, on no more than whether it is empty, what
 * its first message is, and how its length compares with constants up to some
 * c; unless a statement of the model looks further into it (other uses of len,
 * ??,
 * !!): then nothing is concluded.  No free channel is ever full, here or with
 * no capacity.  Let a round n begin with x t^n in each channel, and let
 *
 *   (1) rounds n and n + 1 be executed, statement by statement the same,
 *   (2) in both, each channel that grows have at the start more than c messages
 *       besides those that the round receives from it, and
 *   (3) after them all else be as in S, and the channels hold x t^(n+1) and
 *       x t^(n+2).
 *
 * By (2) every message received or looked at in round n was there at its start,
 * at the same place in all later rounds, and in these as in it the channel is
 * always longer than c.  So they see what round n sees: they are possible, take
 * in i and put out o.  With x t^n = i r, (3) gives r o = x t^(n+1) and
 * r t o = x t^(n+2) = r o t, hence t o = o t; a round that begins with i r t^m
 * leaves r t^m o = r o t^m = x t^(n+m+1).  Hence (1) to (3) hold for ever, and
 * the channels with t not empty are unbounded.
 *
 * Cost: with |t| >= 1 round n comes after at most c rounds and as many as w
 * receives messages.
 */
#include "channels/repeat.h"

#include "base/vec.h"

#include <string.h>

/* One channel during the proof. */
struct track {
  uint32_t before, added;  /* messages: |x| and |t| */
  uint32_t received, sent; /* by one round */
  uint32_t threshold;      /* c */
  struct buffer out;       /* o, as far as it is known */
  bool out_is_known;
};

struct proof {
  const struct repeat_question *question;
  struct engine *engine;
  struct player player;
  struct buffer start; /* S */
  struct split start_split;
  struct buffer after; /* S' */
  struct split after_split;
  struct track tracks[MOST_VIEWS];
  uint64_t decisive; /* round n */
  uint64_t steps;
};

static size_t loop_length(const struct proof *proof) {
  return proof->question->count - proof->question->loop_start;
}

static void keep_state(const struct proof *proof, struct buffer *bytes,
                       struct split *split) {
  const struct player *player = &proof->player;
  buffer_clear(bytes);
  buffer_add(bytes, player->state.text, player->state.length);
  split_init(split, player->engine, proof->question->free,
             (const uint8_t *)buffer_text(bytes), bytes->length, player->owner);
}

/* Was some free channel full, at its present capacity, in the last step? */
static bool was_full(const struct player *player) {
  if (player->traffic.some)
    for (uint32_t i = 0; i < player->split.count; i++)
      if (player->split.slots[i] &&
          player->traffic.longest[i] >= player->split.channels[i].capacity)
        return true;
  return false;
}

static bool play(struct proof *proof, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (!player_move(&proof->player, &proof->question->moves[i]) ||
        was_full(&proof->player))
      return false;
  return true;
}

static bool open_engine(struct proof *proof) {
  const struct repeat_question *question = proof->question;
  if (free_open_engine(question->free, question->model, question->config,
                       &proof->engine) != STATUS_OK)
    return false;
  player_init(&proof->player, proof->engine, question->free, question->stop);
  return player_start(&proof->player);
}

static void close_engine(struct proof *proof) {
  proof->steps += proof->player.steps;
  proof->player.steps = 0;
  player_clear(&proof->player);
  engine_close(proof->engine);
  proof->engine = NULL;
}

/* ---- one round ---- */

static void track_step(struct proof *proof) {
  const struct player *player = &proof->player;
  if (!player->traffic.some)
    return;
  for (uint32_t i = 0; i < player->split.count; i++) {
    struct track *track = &proof->tracks[i];
    const struct channel_view *view = &player->split.channels[i];
    track->received += player->traffic.received[i];
    if (player->traffic.longest[i] == 0 || !player->split.slots[i])
      continue;
    if (player->is_plain && view->messages > 0)
      buffer_add(&track->out,
                 (const char *)view->contents +
                     (size_t)(view->messages - 1) * view->message_bytes,
                 view->message_bytes);
    else
      track->out_is_known = false;
  }
}

/* From S to S', with the messages that go in and out. */
static bool play_first_round(struct proof *proof) {
  const struct repeat_question *question = proof->question;
  for (uint32_t i = 0; i < MOST_VIEWS; i++)
    proof->tracks[i].out_is_known = true;
  for (size_t i = question->loop_start; i < question->count; i++) {
    if (!player_move(&proof->player, &question->moves[i]) ||
        was_full(&proof->player))
      return false;
    track_step(proof);
  }
  keep_state(proof, &proof->after, &proof->after_split);
  return true;
}

static bool is_prefix(const struct buffer *a, const struct buffer *b) {
  return a->length <= b->length &&
         (a->length == 0 || memcmp(a->text, b->text, a->length) == 0);
}

/* C(S) out(w) <= C(S') out(w), where out(w) is known. */
static bool satisfies_condition(const struct proof *proof, uint32_t channel) {
  const struct track *track = &proof->tracks[channel];
  const struct channel_view *before = &proof->start_split.channels[channel];
  const struct channel_view *after = &proof->after_split.channels[channel];
  if (!track->out_is_known)
    return true; /* the rounds will tell */
  struct buffer left = {0}, right = {0};
  buffer_add(&left, (const char *)before->contents, content_bytes(before));
  buffer_add(&left, buffer_text(&track->out), track->out.length);
  buffer_add(&right, (const char *)after->contents, content_bytes(after));
  buffer_add(&right, buffer_text(&track->out), track->out.length);
  const bool answer = is_prefix(&left, &right);
  buffer_free(&left);
  buffer_free(&right);
  return answer;
}

bool repeat_is_looked_into(const struct split *a, const struct split *b) {
  for (uint32_t i = 0; i < a->count; i++)
    if (a->slots[i] && a->channels[i].messages < b->channels[i].messages &&
        a->slots[i]->channel->declared->looked_into)
      return true;
  return false;
}

static enum repeat_answer examine_round(struct proof *proof) {
  if (!split_same_rest(&proof->start_split, &proof->after_split) ||
      !split_extends(&proof->start_split, &proof->after_split))
    return REPEATS_NOT;
  for (uint32_t i = 0; i < proof->start_split.count; i++) {
    struct track *track = &proof->tracks[i];
    if (!proof->start_split.slots[i])
      continue;
    if (!satisfies_condition(proof, i))
      return REPEATS_NOT;
    track->before = proof->start_split.channels[i].messages;
    track->added = proof->after_split.channels[i].messages - track->before;
    track->sent = track->added + track->received;
    track->threshold =
        proof->start_split.slots[i]->channel->declared->threshold;
  }
  return repeat_is_looked_into(&proof->start_split, &proof->after_split)
             ? REPEATS_PERHAPS
             : REPEATS;
}

/* ---- all rounds ---- */

/* Does a round begin with enough messages in a channel?  Obligation (2). */
static bool has_enough(const struct track *track, uint64_t round,
                       uint64_t received) {
  return track->added == 0 ||
         track->before + round * track->added > received + track->threshold;
}

/* The first round that begins with enough. */
static void choose_decisive(struct proof *proof) {
  proof->decisive = 0;
  for (uint32_t i = 0; i < proof->start_split.count; i++) {
    const struct track *track = &proof->tracks[i];
    if (has_enough(track, proof->decisive, track->received))
      continue;
    const uint64_t needed = (uint64_t)track->received + track->threshold + 1;
    proof->decisive =
        (needed - track->before + track->added - 1) / track->added;
  }
}

/* Gives the free channels room for so many rounds; false: that is too much. */
static bool make_room(struct proof *proof, uint64_t rounds) {
  if (rounds * loop_length(proof) > proof->question->most_steps)
    return false;
  for (uint32_t i = 0; i < proof->start_split.count; i++) {
    const struct track *track = &proof->tracks[i];
    if (!proof->start_split.slots[i])
      continue;
    struct free_channel *channel = proof->start_split.slots[i]->channel;
    const uint64_t need =
        track->before + rounds * track->added + track->sent + 1;
    if (need > MOST_CAPACITY)
      return false;
    if (need > channel->capacity)
      channel->capacity = (uint32_t)need;
  }
  return true;
}

/* Do the channels hold x t^n? */
static bool holds_rounds(const struct proof *proof, uint64_t rounds) {
  for (uint32_t i = 0; i < proof->start_split.count; i++) {
    const struct track *track = &proof->tracks[i];
    const struct channel_view *now = &proof->player.split.channels[i];
    if (!proof->start_split.slots[i])
      continue;
    const size_t before = (size_t)track->before * now->message_bytes;
    const size_t added = (size_t)track->added * now->message_bytes;
    const uint8_t *expected = proof->after_split.channels[i].contents;
    if (now->messages != track->before + rounds * track->added ||
        memcmp(now->contents, expected, before) != 0)
      return false;
    for (uint64_t r = 0; r < rounds && added > 0; r++)
      if (memcmp(now->contents + before + r * added, expected + before,
                 added) != 0)
        return false;
  }
  return true;
}

/* Plays a round; *received gets what it takes out of each channel. */
static bool play_round(struct proof *proof, uint64_t *received) {
  const struct repeat_question *question = proof->question;
  memset(received, 0, MOST_VIEWS * sizeof *received);
  for (size_t i = question->loop_start; i < question->count; i++) {
    if (!play(proof, i, i + 1))
      return false;
    for (uint32_t c = 0;
         proof->player.traffic.some && c < proof->player.split.count; c++)
      received[c] += proof->player.traffic.received[c];
  }
  return true;
}

static bool begins_with_enough(const struct proof *proof, uint64_t round,
                               const uint64_t *received) {
  for (uint32_t i = 0; i < proof->start_split.count; i++)
    if (!has_enough(&proof->tracks[i], round, received[i]))
      return false;
  return true;
}

static bool unroll(struct proof *proof) {
  uint64_t received[MOST_VIEWS];
  if (!open_engine(proof) || !play(proof, 0, proof->question->loop_start))
    return false;
  for (uint64_t round = 0; round < proof->decisive + 2; round++) {
    if (!play_round(proof, received) ||
        !split_same_rest(&proof->start_split, &proof->player.split) ||
        !holds_rounds(proof, round + 1) ||
        (round >= proof->decisive &&
         !begins_with_enough(proof, round, received)))
      return false;
  }
  return true;
}

/* ---- what is told ---- */

/* The text behind the first `count` messages of a description. */
static const char *behind(const char *text, uint32_t count) {
  int depth = 0;
  while (*text && count > 0) {
    depth += *text == '[' ? 1 : *text == ']' ? -1 : 0;
    count -= depth == 0 && *text == ']';
    text++;
  }
  return *text == ' ' ? text + 1 : text;
}

/* Which channel is asked for, and of the bindings with its name how many come
 * before.
 */
struct naming {
  const char *name;
  uint32_t before, skipped;
  struct arena *arena;
  struct channel_growth *growth;
};

static void name_growth(void *context, const struct binding *binding) {
  struct naming *naming = context;
  if (binding->kind != BINDING_CHANNEL || binding->name != naming->name)
    return;
  if (naming->skipped-- != 0)
    return;
  const char *added = behind(binding->value, naming->before);
  naming->growth->pid = binding->pid;
  naming->growth->process = binding->owner;
  naming->growth->contents = arena_copy(naming->arena, added, strlen(added));
}

static void tell_growth(const struct proof *proof, uint32_t channel,
                        struct arena *arena, struct channel_growth *growth) {
  const struct split *after = &proof->after_split;
  const struct channel_slot *slot = after->channels[channel].slot;
  *growth = (struct channel_growth){.slot = slot,
                                    .pid = NO_PROCESS,
                                    .messages = proof->tracks[channel].added};
  struct naming naming = {.name = slot->name,
                          .before = proof->tracks[channel].before,
                          .arena = arena,
                          .growth = growth};
  for (uint32_t i = 0; i < channel; i++)
    naming.skipped += after->channels[i].slot == slot;
  engine_describe(proof->engine, after->state, after->length, NULL, name_growth,
                  &naming);
}

static void tell_growths(const struct proof *proof, struct arena *arena,
                         struct repetition *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < proof->after_split.count; i++)
    count += proof->tracks[i].added > 0;
  out->growths = ARENA_ARRAY(arena, struct channel_growth, count);
  for (uint32_t i = 0; i < proof->after_split.count; i++)
    if (proof->tracks[i].added > 0)
      tell_growth(proof, i, arena, &out->growths[out->growth_count++]);
}

static void tell_run(const struct proof *proof, struct arena *arena,
                     struct repetition *out) {
  const struct repeat_question *question = proof->question;
  const struct free_channels *free = question->free;
  out->moves = ARENA_ARRAY(arena, struct move, question->count + 1);
  memcpy(out->moves, question->moves, question->count * sizeof *out->moves);
  out->count = question->count;
  out->loop_start = question->loop_start;
  struct channel_room *rooms =
      ARENA_ARRAY(arena, struct channel_room, free->count + 1);
  for (size_t i = 0; i < free->count; i++)
    rooms[i] =
        (struct channel_room){.type = free->items[i].declared->var->channel,
                              .capacity = free->items[i].capacity};
  out->rooms = rooms;
  out->room_count = free->count;
}

static enum repeat_answer prove(struct proof *proof, struct arena *arena,
                                struct repetition *out) {
  const struct repeat_question *question = proof->question;
  if (!open_engine(proof) || !play(proof, 0, question->loop_start))
    return REPEATS_NOT;
  keep_state(proof, &proof->start, &proof->start_split);
  if (!play_first_round(proof))
    return REPEATS_NOT;
  const enum repeat_answer answer = examine_round(proof);
  if (answer != REPEATS)
    return answer;
  choose_decisive(proof);
  *out = (struct repetition){0};
  tell_growths(proof, arena, out);
  close_engine(proof);
  if (!make_room(proof, proof->decisive + 2))
    return REPEATS_PERHAPS;
  tell_run(proof, arena, out);
  return unroll(proof) ? REPEATS : REPEATS_NOT;
}

enum repeat_answer repeat_prove(const struct repeat_question *question,
                                struct arena *arena, struct repetition *out,
                                uint64_t *steps) {
  struct proof *proof = memory_alloc(sizeof *proof);
  proof->question = question;
  uint32_t *capacities =
      ARENA_ARRAY(arena, uint32_t, question->free->count + 1);
  for (size_t i = 0; i < question->free->count; i++)
    capacities[i] = question->free->items[i].capacity;

  const enum repeat_answer answer = prove(proof, arena, out);

  for (size_t i = 0; i < question->free->count; i++)
    question->free->items[i].capacity = capacities[i];
  close_engine(proof);
  *steps += proof->steps;
  for (uint32_t i = 0; i < MOST_VIEWS; i++)
    buffer_free(&proof->tracks[i].out);
  buffer_free(&proof->start);
  buffer_free(&proof->after);
  memory_free(proof);
  return answer;
}
