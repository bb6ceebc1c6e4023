/* See told.h.  Spans and numbers of statements are those of the same model, so
 * they are kept as they are; a trail is executed again before it is believed.
 */
#include "search/told.h"

#include <string.h>

enum { MOVE_WORDS = 6 };

void violation_put(const struct violation *violation,
                   struct snapshot_writer *out) {
  snapshot_put(out, violation->kind);
  snapshot_put_text(out, violation->message);
  snapshot_put(out, violation->where.source);
  snapshot_put(out, violation->where.offset);
  snapshot_put(out, violation->where.length);
  snapshot_put(out, violation->where.via);
  snapshot_put(out, (uint32_t)violation->pid);
}

static uint32_t get_small(struct snapshot_reader *in) {
  return (uint32_t)snapshot_get_up_to(in, UINT32_MAX);
}

void violation_get(struct violation *violation, struct arena *arena,
                   struct snapshot_reader *in) {
  violation->kind =
      (enum violation_kind)snapshot_get_up_to(in, VIOLATION_UNBOUNDED);
  violation->message = snapshot_get_text(in, arena);
  violation->where.source = get_small(in);
  violation->where.offset = get_small(in);
  violation->where.length = get_small(in);
  violation->where.via = get_small(in);
  violation->pid = (int32_t)get_small(in);
  if (!violation->message)
    snapshot_fail(in);
}

static void move_put(const struct move *move, struct snapshot_writer *out) {
  snapshot_put(out, (uint32_t)move->pid);
  snapshot_put(out, move->from);
  snapshot_put(out, move->transition);
  snapshot_put(out, (uint32_t)move->partner);
  snapshot_put(out, move->partner_from);
  snapshot_put(out, move->partner_transition);
}

static struct move move_get(struct snapshot_reader *in) {
  struct move move;
  move.pid = (int32_t)get_small(in);
  move.from = get_small(in);
  move.transition = get_small(in);
  move.partner = (int32_t)get_small(in);
  move.partner_from = get_small(in);
  move.partner_transition = get_small(in);
  return move;
}

void moves_put(const struct move *moves, size_t count,
               struct snapshot_writer *out) {
  snapshot_put(out, count);
  for (size_t i = 0; i < count; i++)
    move_put(&moves[i], out);
}

static size_t get_count(struct snapshot_reader *in) {
  return snapshot_get_count(in, MOVE_WORDS * sizeof(uint64_t));
}

struct move *moves_get(size_t *count, struct arena *arena,
                       struct snapshot_reader *in) {
  *count = get_count(in);
  struct move *moves = ARENA_ARRAY(arena, struct move, *count);
  for (size_t i = 0; i < *count; i++)
    moves[i] = move_get(in);
  return moves;
}

void trail_put(const struct trail *trail, struct snapshot_writer *out) {
  violation_put(&trail->violation, out);
  snapshot_put(out, trail->loop_start);
  snapshot_put(out, trail->move_count);
  for (size_t i = 0; i < trail->move_count; i++) {
    const struct move move = trail_move(trail, i);
    move_put(&move, out);
  }
}

void trail_get(struct trail *trail, struct arena *arena, struct move_log *log,
               struct snapshot_reader *in) {
  *trail = (struct trail){
      .has_violation = true, .log = log, .log_start = log->count};
  violation_get(&trail->violation, arena, in);
  trail->loop_start = (size_t)snapshot_get(in);
  trail->move_count = get_count(in);
  for (size_t i = 0; i < trail->move_count; i++)
    move_log_add(log, move_get(in));
  if (trail->loop_start > trail->move_count)
    snapshot_fail(in);
}

void told_init(struct told *told) {
  *told = (struct told){0};
}

void told_clear(struct told *told) {
  arena_close(told->arena);
  move_log_clear(&told->log);
  vec_free(&told->trails);
}

void told_add(struct told *told, const struct trail *trail) {
  if (!told->arena)
    told->arena = arena_open();
  struct trail copy = trail_copy(trail, &told->log);
  const char *message = trail->violation.message;
  copy.violation.message = arena_copy(told->arena, message, strlen(message));
  vec_push(&told->trails, copy);
}
