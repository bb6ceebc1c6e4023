/* Exact store: tree compression.
 *
 * A state is a binary tree of pairs (frame.c); equal subtrees of all states are
 * stored once (nodes.c), and what remains of a state is one key of 64 bits in a
 * set (roots.c).  The key, mixed (mix.h), is also the reference: it says all
 * about the state and nothing about its place, so tables grow as they like.
 *
 * A step of a model changes few bytes, so a successor shares most of its tree
 * with the state loaded before.  A few trees are kept, one for each number of
 * slots modulo FRAMES, because a step may start or end a process and the next
 * successor be of the old length again.  When a state has little in common with
 * what its frame held, it takes the frame over.
 *
 * A state costs 9 to 10 bytes for its key and 14 bytes for each pair that no
 * state before had, which in large state spaces is seldom.
 */
#include "store/frame.h"
#include "store/kind.h"
#include "store/mix.h"
#include "store/nodes.h"
#include "store/roots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 8 };

struct tree_store {
  struct store base;
  struct nodes nodes;
  struct roots roots;
  struct frame frames[FRAMES];
  struct frame *latest; /* what was loaded or inserted last */
};

/* The frame for trees of this size; NULL when there is no memory for it.  Once
 * there was, there always is: frames do not shrink.
 */
static struct frame *frame_for(struct tree_store *self, uint32_t leaves) {
  struct frame *frame = &self->frames[leaves % FRAMES];
  if (frame->leaves != leaves &&
      !frame_reset(frame, &self->base.budget, leaves))
    return NULL;
  self->latest = frame;
  return frame;
}

/* Back to the state that successors are compared with, unless the last state
 * had so little in common with it that the next one is likely to be closer to
 * the last.
 */
static void return_to_base(struct frame *frame) {
  if (frame->change_count > frame->leaves)
    frame_keep(frame);
  else
    frame_undo(frame);
}

static void announce(struct store *store, const uint8_t *state, size_t length,
                     struct store_ticket *ticket) {
  struct tree_store *self = (struct tree_store *)store;
  ticket->answer = STORE_FULL;
  const uint32_t leaves = frame_leaves(length);
  struct frame *frame = leaves > 0 ? frame_for(self, leaves) : NULL;
  if (!frame)
    return;
  return_to_base(frame);
  if (!frame_write(frame, &self->nodes, &self->base.budget, state, length))
    return;
  ticket->ref.index = mix64(frame_key(frame));
  ticket->answer = STORE_NEW; /* as far as the pairs can tell */
  roots_prefetch(&self->roots, ticket->ref.index);
}

static enum store_answer settle(struct store *store,
                                const struct store_ticket *ticket) {
  struct tree_store *self = (struct tree_store *)store;
  if (ticket->answer == STORE_FULL)
    return STORE_FULL;
  return roots_insert(&self->roots, &self->base.budget, ticket->ref.index);
}

static size_t load(struct store *store, state_ref ref, uint8_t *buffer) {
  struct tree_store *self = (struct tree_store *)store;
  const uint64_t key = unmix64(ref.index);
  const size_t length = frame_length_of(self->latest, &self->nodes, key);
  struct frame *frame = frame_for(self, frame_leaves(length));
  assert(frame && "a frame of this size was there for the insertion");
  if (frame_key(frame) != key) {
    frame_undo(frame);
    frame_read(frame, &self->nodes, key);
  }
  frame_keep(frame);
  memcpy(buffer, frame->slots, length);
  return length;
}

static void release(struct store *store) {
  struct tree_store *self = (struct tree_store *)store;
  for (unsigned i = 0; i < FRAMES; i++)
    frame_clear(&self->frames[i], &self->base.budget);
  roots_release(&self->roots, &self->base.budget);
  nodes_release(&self->nodes, &self->base.budget);
  assert(self->base.budget.used == sizeof *self);
  free(self);
}

static const struct store_kind tree_kind = {.name = "tree",
                                            .exact = true,
                                            .announce = announce,
                                            .settle = settle,
                                            .load = load,
                                            .close = release};

enum status store_open_tree(const struct store_config *config,
                            struct store **out) {
  struct tree_store *self = calloc(1, sizeof *self);
  if (!self)
    return STATUS_NO_MEMORY;
  self->base.kind = &tree_kind;
  self->base.budget =
      (struct budget){.limit = config->memory_bytes, .used = sizeof *self};
  self->latest = &self->frames[0];
  *out = &self->base;
  return STATUS_OK;
}
