/* Where joining led the last times.
 *
 * Joining leaves a state out each time it is met, and the way on from there is
 * gone again each time.  Ways soon meet: so of the states on them the last ones
 * are kept, each with the state where its way ended.
 *
 * Invariant: a shortcut leads from a state to one that joining came to from
 * it, in so many steps.  States are compared byte by byte: a hash only says
 * where to look.
 *
 * Cost: one copy of a state for each step, one comparison and a copy for each
 * shortcut.  A table of this size has most of what a depth-first search comes
 * back to: of 26 million steps in brp.4 of BEEM it spares 22 million, and one a
 * hundred times as large 23.
 */
#include "reduce/shortcuts.h"

#include <string.h>

enum {
  SLOTS = 1 << 11,
  LONGEST = 1 << 10, /* bytes of a state */
};

struct shortcut {
  uint64_t from_hash, to_hash, changed;
  uint32_t from_length, to_length;
  uint32_t steps;
  bool leads_on;  /* it is known where to */
  uint8_t *bytes; /* of one state, then of the other */
  size_t room;
};

void shortcuts_init(struct shortcuts *shortcuts) {
  *shortcuts = (struct shortcuts){
      .slots = memory_alloc(SLOTS * sizeof *shortcuts->slots)};
}

void shortcuts_clear(struct shortcuts *shortcuts) {
  for (size_t i = 0; i < SLOTS; i++)
    memory_free(shortcuts->slots[i].bytes);
  memory_free(shortcuts->slots);
  vec_free(&shortcuts->way);
}

static struct shortcut *slot_of(const struct shortcuts *shortcuts,
                                uint64_t hash) {
  return &shortcuts->slots[hash & (SLOTS - 1)];
}

static void make_room(struct shortcut *slot, size_t bytes) {
  if (bytes <= slot->room)
    return;
  slot->bytes = memory_resize(slot->bytes, bytes);
  slot->room = bytes;
}

/* ---- a way ---- */

void shortcuts_begin(struct shortcuts *shortcuts) {
  shortcuts->way.count = 0;
  shortcuts->changed = 0;
  shortcuts->steps = 0;
}

void shortcuts_leave(struct shortcuts *shortcuts, const struct arrival *from,
                     uint64_t changed) {
  struct shortcut *slot = slot_of(shortcuts, from->hash);
  const struct left_behind left = {
      .hash = from->hash, .changed = changed, .kept = from->length <= LONGEST};
  vec_push(&shortcuts->way, left);
  if (!left.kept)
    return;
  make_room(slot, 2 * from->length);
  memcpy(slot->bytes, from->state, from->length);
  slot->from_hash = from->hash;
  slot->from_length = (uint32_t)from->length;
  slot->leads_on = false;
}

bool shortcuts_follow(struct shortcuts *shortcuts, struct arrival *arrival,
                      uint32_t most_steps) {
  const struct shortcut *slot = slot_of(shortcuts, arrival->hash);
  if (!slot->leads_on || slot->from_hash != arrival->hash ||
      slot->from_length != arrival->length || slot->steps > most_steps ||
      memcmp(slot->bytes, arrival->state, arrival->length) != 0)
    return false;
  shortcuts->changed = slot->changed;
  shortcuts->steps = slot->steps;
  *arrival = (struct arrival){.state = slot->bytes + slot->from_length,
                              .length = slot->to_length,
                              .changed = arrival->changed | slot->changed,
                              .hash = slot->to_hash};
  return true;
}

/* Lets a shortcut lead to a state, which may be among the bytes of another. */
static void lead(struct shortcut *slot, const struct arrival *to,
                 uint64_t changed, uint32_t steps) {
  make_room(slot, slot->from_length + to->length);
  memcpy(slot->bytes + slot->from_length, to->state, to->length);
  slot->to_hash = to->hash;
  slot->to_length = (uint32_t)to->length;
  slot->changed = changed;
  slot->steps = steps;
  slot->leads_on = true;
}

void shortcuts_end(struct shortcuts *shortcuts, const struct arrival *arrival) {
  uint64_t changed = shortcuts->changed;
  uint32_t steps = shortcuts->steps;
  for (size_t i = shortcuts->way.count; i-- > 0;) {
    const struct left_behind *left = &shortcuts->way.items[i];
    struct shortcut *slot = slot_of(shortcuts, left->hash);
    changed |= left->changed;
    steps++;
    if (left->kept && slot->from_hash == left->hash && !slot->leads_on &&
        arrival->length <= LONGEST)
      lead(slot, arrival, changed, steps);
  }
}

/* ---- snapshots ---- */

static void put_shortcut(const struct shortcut *slot,
                         struct snapshot_writer *out) {
  snapshot_put(out, slot->from_hash);
  snapshot_put(out, slot->to_hash);
  snapshot_put(out, slot->changed);
  snapshot_put(out, slot->steps);
  snapshot_put(out, slot->from_length);
  snapshot_put(out, slot->to_length);
  snapshot_put_bytes(out, slot->bytes, slot->from_length + slot->to_length);
}

static void get_shortcut(struct shortcuts *shortcuts,
                         struct snapshot_reader *in) {
  const uint64_t hash = snapshot_get(in);
  struct shortcut *slot = slot_of(shortcuts, hash);
  slot->from_hash = hash;
  slot->to_hash = snapshot_get(in);
  slot->changed = snapshot_get(in);
  slot->steps = (uint32_t)snapshot_get_up_to(in, UINT32_MAX);
  slot->from_length = (uint32_t)snapshot_get_up_to(in, LONGEST);
  slot->to_length = (uint32_t)snapshot_get_up_to(in, LONGEST);
  slot->leads_on = true;
  make_room(slot, slot->from_length + slot->to_length);
  snapshot_get_bytes(in, slot->bytes, slot->from_length + slot->to_length);
}

void shortcuts_save(const struct shortcuts *shortcuts,
                    struct snapshot_writer *out) {
  uint64_t count = 0;
  for (size_t i = 0; i < SLOTS; i++)
    count += shortcuts->slots[i].leads_on;
  snapshot_put(out, count);
  for (size_t i = 0; i < SLOTS; i++)
    if (shortcuts->slots[i].leads_on)
      put_shortcut(&shortcuts->slots[i], out);
}

void shortcuts_restore(struct shortcuts *shortcuts,
                       struct snapshot_reader *in) {
  for (uint64_t left = snapshot_get_up_to(in, SLOTS); left > 0; left--)
    get_shortcut(shortcuts, in);
}
