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
 * When the store holds LEARN_AT states it looks at them, learns shapes that
 * spread what varies over the tree (shape.c), and enters all states again.
 * From then on keys belong to epoch 1; references from epoch 0 are still read,
 * for the pairs stay where they are.  They are no longer keys of the set, so to
 * find the colours of such a head, of which there are few, its state is read
 * and written again.
 *
 * A state costs 9 to 10 bytes for its key, more with tails (roots.c), and 14
 * bytes for each pair that no state before had, which in large state spaces is
 * seldom.
 */
#include "store/frame.h"
#include "store/kind.h"
#include "store/mix.h"
#include "store/nodes.h"
#include "store/roots.h"
#include "store/shape.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  FRAMES = 8,
  SHAPES = 16,        /* numbers of leaves a shape is learned for, at most */
  LEARN_AT = 16384,   /* states */
  SAMPLE_ROWS = 8192, /* of each number of leaves */
  FEWEST_ROWS = 64,   /* less is no sample */
  LONGEST_LEARNED = 4096, /* leaves */
};

struct tree_store {
  struct store base;
  struct nodes nodes;
  struct roots roots;
  struct frame frames[FRAMES];
  struct frame *latest; /* what was loaded or inserted last */
  uint32_t epoch;
  bool learned;                /* or tried to */
  struct shape shapes[SHAPES]; /* of epoch 1 */
  uint32_t shape_count;
};

static const struct shape *find_shape(const struct tree_store *self,
                                      uint32_t leaves, uint32_t epoch) {
  for (uint32_t i = 0; epoch > 0 && i < self->shape_count; i++)
    if (self->shapes[i].leaves == leaves)
      return &self->shapes[i];
  return NULL;
}

/* The frame for trees of this size; NULL when there is no memory for it.  Once
 * there was, there always is: frames do not shrink.
 */
static struct frame *frame_for(struct tree_store *self, uint32_t leaves,
                               uint32_t epoch) {
  struct frame *frame = &self->frames[leaves % FRAMES];
  if ((frame->leaves != leaves || frame->epoch != epoch) &&
      !frame_reset(frame, &self->base.budget, leaves,
                   find_shape(self, leaves, epoch), epoch))
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
  struct frame *frame =
      leaves > 0 ? frame_for(self, leaves, self->epoch) : NULL;
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

/* Makes the state of a key the base of its frame. */
static struct frame *read_state(struct tree_store *self, uint64_t key) {
  const size_t length = frame_length_of(self->latest, &self->nodes, key);
  struct frame *frame =
      frame_for(self, frame_leaves(length), frame_epoch_of(key));
  assert(frame && "a frame of this size was there for the insertion");
  if (frame_key(frame) != key) {
    frame_undo(frame);
    frame_read(frame, &self->nodes, key);
  }
  frame_keep(frame);
  return frame;
}

/* ---- learning ---- */

static struct shape_sample *sample_for(struct shape_sample *samples,
                                       uint32_t leaves) {
  for (uint32_t i = 0; i < SHAPES; i++) {
    if (samples[i].leaves == 0)
      samples[i].leaves = leaves;
    if (samples[i].leaves == leaves)
      return &samples[i];
  }
  return NULL;
}

static void learn_shapes(struct tree_store *self, const struct root *old,
                         uint64_t count) {
  struct shape_sample samples[SHAPES] = {0};
  for (uint64_t i = 0; i < count; i++) {
    const struct frame *frame = read_state(self, unmix64(old[i].key));
    struct shape_sample *sample = sample_for(samples, frame->leaves);
    if (sample && sample->rows < SAMPLE_ROWS &&
        frame->leaves <= LONGEST_LEARNED)
      shape_add_row(sample, frame->slots);
  }
  for (uint32_t i = 0; i < SHAPES; i++) {
    if (samples[i].rows >= FEWEST_ROWS)
      shape_learn(&self->shapes[self->shape_count++], &samples[i]);
    vec_free(&samples[i].slots);
  }
}

/* The key, mixed, under which epoch 1 has a state of epoch 0, whose mixed key
 * is given; 0 when there is no memory for its pairs.  The buffer has room for
 * any state.
 */
static uint64_t write_again(struct tree_store *self, uint64_t old_key,
                            uint8_t *buffer) {
  const struct frame *old = read_state(self, unmix64(old_key));
  const size_t length = frame_length(old);
  memcpy(buffer, old->slots, length);
  struct frame *frame = frame_for(self, frame_leaves(length), 1);
  if (!frame)
    return 0;
  return_to_base(frame);
  if (!frame_write(frame, &self->nodes, &self->base.budget, buffer, length))
    return 0;
  return mix64(frame_key(frame));
}

/* Enters a state of epoch 0 into the set of epoch 1. */
static bool enter_again(struct tree_store *self, struct roots *roots,
                        const struct root *old, uint8_t *buffer) {
  struct root root = *old;
  root.key = write_again(self, old->key, buffer);
  return root.key != 0 && roots_put(roots, &self->base.budget, &root);
}

/* Learns shapes and enters all states again; without memory for that, things
 * stay as they are.
 */
static void learn(struct tree_store *self) {
  const uint64_t count = self->roots.used;
  struct root *old = memory_alloc(count * sizeof *old);
  uint8_t *buffer = memory_alloc(self->base.longest + 1);
  roots_list(&self->roots, old);
  learn_shapes(self, old, count);
  struct roots roots = {0};
  roots_init(&roots, self->base.tails);
  uint64_t entered = 0;
  while (entered < count && enter_again(self, &roots, &old[entered], buffer))
    entered++;
  if (entered == count) {
    roots_replace(&self->roots, &roots, &self->base.budget);
    self->epoch = 1;
  } else {
    roots_release(&roots, &self->base.budget);
  }
  self->learned = true;
  memory_free(old);
  memory_free(buffer);
}

/* No insertion is half done when a state is loaded: the time to learn. */
static size_t load(struct store *store, state_ref ref, uint8_t *buffer) {
  struct tree_store *self = (struct tree_store *)store;
  if (!self->learned && self->roots.used >= LEARN_AT)
    learn(self);
  const struct frame *frame = read_state(self, unmix64(ref.index));
  const size_t length = frame_length(frame);
  memcpy(buffer, frame->slots, length);
  return length;
}

static struct colours colours_of_old(struct tree_store *self,
                                     uint64_t old_key) {
  uint8_t *buffer = memory_alloc(self->base.longest + 1);
  const uint64_t key = write_again(self, old_key, buffer);
  assert(key != 0 && "all its pairs are there since learning");
  memory_free(buffer);
  return roots_colours(&self->roots, key);
}

static struct colours colours(struct store *store, state_ref head) {
  struct tree_store *self = (struct tree_store *)store;
  struct colours found = roots_colours(&self->roots, head.index);
  if (!found.bits)
    found = colours_of_old(self, head.index);
  assert(found.bits && "the head is stored");
  return found;
}

static void set_tails(struct store *store, uint32_t tails) {
  struct tree_store *self = (struct tree_store *)store;
  if (store->states > 0)
    roots_forget_colours(&self->roots, &self->base.budget);
  else
    roots_init(&self->roots, tails);
}

static void release(struct store *store) {
  struct tree_store *self = (struct tree_store *)store;
  for (unsigned i = 0; i < FRAMES; i++)
    frame_clear(&self->frames[i], &self->base.budget);
  for (uint32_t i = 0; i < self->shape_count; i++)
    shape_free(&self->shapes[i]);
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
                                            .colours = colours,
                                            .set_tails = set_tails,
                                            .close = release};

enum status store_open_tree(const struct store_config *config,
                            struct store **out) {
  struct tree_store *self = calloc(1, sizeof *self);
  if (!self)
    return STATUS_NO_MEMORY;
  self->base.kind = &tree_kind;
  store_set_tails(&self->base, config->tails);
  self->base.budget =
      (struct budget){.limit = config->memory_bytes, .used = sizeof *self};
  self->latest = &self->frames[0];
  *out = &self->base;
  return STATUS_OK;
}
