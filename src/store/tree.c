/* Exact store: states as keys of 64 bits.
 *
 * What is stored of a state is a key in a set (roots.c).  The key, mixed
 * (mix.h), is also the reference: it says all about the state and nothing about
 * its place, so tables grow as they like.
 *
 * There are two kinds of keys.  The first states are trees of pairs (frame.c):
 * equal subtrees of all states are stored once, the key is the root.  When
 * there are LEARN_AT states, the store looks at them and learns, for each
 * common length, a shape (packed.c): how the words of a state are packed into
 * one key.  All states are then entered again.  From now on a state is packed
 * if it fits the shape of its length, and a tree otherwise.
 *
 * Invariant: as long as no shape is learned, a state has always the same key;
 * the set holds keys made with the latest shapes alone.
 *
 * All shapes are learned again when there are LOOK_AGAIN_AT states; once more
 * before one has no bits left, if that is soon; and those of the lengths
 * concerned when many states have been written as trees since, because their
 * shapes had none.  References from before are still
 * read, for values keep their numbers, and a key says which shape it was made
 * with.  They may no longer be keys of the set, so to find the colours of such
 * a head its state is read and written again.
 *
 * A state costs 9 to 10 bytes for its key, more with tails (roots.c), and 14
 * bytes for each value of a word, group or pair that no state before had, which
 * in large state spaces is seldom.
 *
 * Trees after Laarman, van de Pol, Weber: Parallel Recursive State Compression
 * for Free (SPIN 2011).
 */
#include "store/dump.h"
#include "store/frame.h"
#include "store/kind.h"
#include "store/mix.h"
#include "store/nodes.h"
#include "store/overflow.h"
#include "store/packed.h"
#include "store/plan.h"
#include "store/roots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  FRAMES = 8,
  LONG_CODES = 7, /* of shapes, in keys that have LONG_BITS for the state */
  SHORT_CODES = 57,
  SHAPES = LONG_CODES + SHORT_CODES, /* over all times */
  LONG_BITS = 60,
  SHORT_BITS = 54,
  LEARN_AT = 2048,
  LOOK_AGAIN_AT = 1 << 13,  /* states: shapes from then on get long codes */
  LENGTHS = 16,             /* learned at one time */
  SAMPLE_STATES = 16384,    /* looked at */
  SAMPLE_NUMBERS = 1 << 20, /* kept of each length */
  NUMBER_BYTES = 12,        /* with what is made of it to learn */
  FEWEST_ROWS = 64,         /* less is no sample */
  LONGEST_LEARNED = 2048,   /* words */
  ENTERED_TOGETHER = 32,    /* states that get new keys */
  MISFITS = 64, /* one state in so many is a reason to learn a length anew */
  MOST_MISFITS = 8, /* one state in so many, to learn at any time */
};

/* All states are looked at twice more, to see what they are like: soon, and
 * when a shape has hardly a bit left, if they are still few.
 */
enum {
  LOOKS = 2,
  LAST_BITS = 3, /* left of a key */
  LAST_LOOK_FROM = 1 << 15,
  LAST_LOOK_UNTIL = 1 << 18,
};

/* So many states are not entered again. */
static const uint64_t MOST_ENTERED = 1 << 24;
static const uint64_t PACKED_KEY = UINT64_C(1) << 63;

/* The shapes in use, one for each length. */
struct latest {
  uint32_t count;
  uint8_t shapes[LENGTHS];
};

struct tree_store {
  struct store base;
  struct nodes nodes;
  struct roots roots;
  struct frame frames[FRAMES];
  struct frame *hint; /* the tree read or written last */

  struct word_values *words;
  uint32_t word_count;
  struct packed shapes[SHAPES];
  uint32_t shape_count;
  uint8_t shape_of[SHAPES];       /* by its code */
  uint32_t long_used, short_used; /* codes */
  struct latest latest;
  struct packed *loaded; /* whose base is the state loaded last, or NULL */

  uint64_t learn_at;  /* states */
  uint64_t misfits;   /* written since */
  uint32_t looks;     /* taken, of LOOKS */
  uint64_t half_done; /* states announced, but not settled */

  bool then_bits;           /* when the memory is full */
  struct overflow overflow; /* in place of the roots then */
};

static bool is_packed(uint64_t key) {
  return (key & PACKED_KEY) != 0;
}

/* ---- the keys of packed states ----
 *
 * A one, the code of the shape, the bits of the state.  The code is 0 to 6 in
 * three bits; or 7, and six bits more.  The first shapes, which see little of
 * the state space, get longer codes.
 */

static bool has_long_bits(uint64_t key) {
  return (key >> LONG_BITS & LONG_CODES) < LONG_CODES;
}

/* Below SHAPES, or nearly. */
static uint32_t code_of(uint64_t key) {
  return has_long_bits(key) ? key >> LONG_BITS & LONG_CODES
                            : LONG_CODES + (key >> SHORT_BITS & 63);
}

static uint64_t bits_of(uint64_t key) {
  const unsigned bits = has_long_bits(key) ? LONG_BITS : SHORT_BITS;
  return key & ((UINT64_C(1) << bits) - 1);
}

static uint64_t mark_of(uint32_t code) {
  return PACKED_KEY |
         (code < LONG_CODES ? (uint64_t)code << LONG_BITS
                            : (uint64_t)LONG_CODES << LONG_BITS |
                                  (uint64_t)(code - LONG_CODES) << SHORT_BITS);
}

static uint32_t code_bits(uint32_t code) {
  return code < LONG_CODES ? LONG_BITS : SHORT_BITS;
}

static uint32_t shape_number(const struct tree_store *self, uint64_t key) {
  return self->shape_of[code_of(key)];
}

/* The latest shape for states of this length, or NULL. */
static struct packed *shape_for(struct tree_store *self, size_t length) {
  if (self->loaded && self->loaded->length == length)
    return self->loaded;
  for (uint32_t i = 0; i < self->latest.count; i++)
    if (self->shapes[self->latest.shapes[i]].length == length)
      return &self->shapes[self->latest.shapes[i]];
  return NULL;
}

/* ---- trees ---- */

/* The frame for trees of this size; NULL when there is no memory for it.  Once
 * there was, there always is: frames do not shrink.
 */
static struct frame *frame_for(struct tree_store *self, uint32_t leaves) {
  struct frame *frame = &self->frames[leaves % FRAMES];
  if (frame->leaves != leaves &&
      !frame_reset(frame, &self->base.budget, leaves))
    return NULL;
  self->hint = frame;
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

/* The key of a state as a tree; 0 when there is no memory for its pairs. */
static uint64_t write_tree(struct tree_store *self, const uint8_t *state,
                           size_t length) {
  const uint32_t leaves = frame_leaves(length);
  struct frame *frame = leaves > 0 ? frame_for(self, leaves) : NULL;
  if (!frame)
    return 0;
  return_to_base(frame);
  if (!frame_write(frame, &self->nodes, &self->base.budget, state, length))
    return 0;
  return frame_key(frame);
}

static const struct frame *read_tree(struct tree_store *self, uint64_t key) {
  const size_t length = frame_length_of(self->hint, &self->nodes, key);
  struct frame *frame = frame_for(self, frame_leaves(length));
  assert(frame && "a frame of this size was there for the insertion");
  if (frame_key(frame) != key) {
    frame_undo(frame);
    frame_read(frame, &self->nodes, key);
  }
  frame_keep(frame);
  return frame;
}

/* ---- keys ---- */

/* The key of a state, 0 when there is no memory.  What may have changed counts
 * from the state loaded last.  A base of another state than that is of no use,
 * so the state takes its place.
 */
static uint64_t write_state(struct tree_store *self, const uint8_t *state,
                            size_t length, uint64_t changed) {
  struct packed *shape = shape_for(self, length);
  if (!shape) {
    self->misfits++;
    return write_tree(self, state, length);
  }
  const bool is_loaded = shape == self->loaded;
  uint64_t key;
  const enum packing packing = packed_write(
      shape, &self->base.budget, state, is_loaded ? changed : UINT64_MAX, &key);
  if (packing == PACKED_FULL)
    return 0;
  if (packing == PACKED_MISFIT) {
    self->misfits++;
    return write_tree(self, state, length);
  }
  if (!self->loaded)
    packed_read(shape, key);
  return shape->mark | key;
}

/* The bytes of the state of a key; valid until the next one. */
static const void *read_state(struct tree_store *self, uint64_t key,
                              size_t *length) {
  if (is_packed(key)) {
    struct packed *shape = &self->shapes[shape_number(self, key)];
    packed_read(shape, bits_of(key));
    *length = shape->length;
    return shape->state;
  }
  const struct frame *frame = read_tree(self, key);
  *length = frame_length(frame);
  return frame->slots;
}

/* ---- inserting ---- */

static bool go_on_with_bits(struct tree_store *self);

static void announce(struct store *store, const uint8_t *state, size_t length,
                     uint64_t changed, struct store_ticket *ticket) {
  struct tree_store *self = (struct tree_store *)store;
  uint64_t key = write_state(self, state, length, changed);
  if (key == 0 && go_on_with_bits(self))
    key = write_state(self, state, length, changed);
  self->half_done++;
  ticket->ref.index = mix64(key);
  ticket->answer = key == 0 ? STORE_FULL : STORE_NEW; /* as far as is known */
  roots_prepare(&self->roots, ticket->ref.index);
}

static enum store_answer settle(struct store *store,
                                const struct store_ticket *ticket) {
  struct tree_store *self = (struct tree_store *)store;
  self->half_done--;
  if (ticket->answer != STORE_NEW)
    return ticket->answer;
  const enum store_answer answer =
      roots_insert(&self->roots, &self->base.budget, ticket->ref.index);
  return answer == STORE_FULL && go_on_with_bits(self)
             ? overflow_insert(&self->overflow, ticket->ref.index)
             : answer;
}

/* ---- bits ---- */

static void announce_bits(struct store *store, const uint8_t *state,
                          size_t length, uint64_t changed,
                          struct store_ticket *ticket) {
  announce(store, state, length, changed, ticket);
  overflow_prepare(&((struct tree_store *)store)->overflow, ticket->ref.index);
}

static enum store_answer settle_bits(struct store *store,
                                     const struct store_ticket *ticket) {
  struct tree_store *self = (struct tree_store *)store;
  self->half_done--;
  return ticket->answer == STORE_NEW
             ? overflow_insert(&self->overflow, ticket->ref.index)
             : ticket->answer;
}

static double omissions(const struct store *store) {
  return ((const struct tree_store *)store)->overflow.omitted;
}

/* ---- learning ---- */

/* The states of one length that were looked at. */
struct class {
  size_t length;
  uint32_t states, misfits;
  struct plan_sample sample;
};

static struct class *class_for(struct class *classes, size_t length) {
  for (uint32_t i = 0; i < LENGTHS; i++) {
    if (classes[i].states == 0)
      classes[i] = (struct class){.length = length,
                                  .sample.words = packed_words(length)};
    if (classes[i].length == length)
      return &classes[i];
  }
  return NULL;
}

/* How many numbers a sample may have, where there is memory for so many. */
static size_t room_for_numbers(const struct tree_store *self) {
  const struct budget *budget = &self->base.budget;
  return budget->used < budget->limit
             ? (budget->limit - budget->used) / NUMBER_BYTES
             : 0;
}

/* Adds a state to its sample, if there is room; false when there is no memory
 * for its words.
 */
static bool add_row(struct tree_store *self, struct plan_sample *sample,
                    const uint8_t *state, size_t length, size_t *room) {
  if (sample->numbers.count + sample->words > SAMPLE_NUMBERS ||
      *room < sample->words)
    return true;
  *room -= sample->words;
  for (uint32_t word = 0; word < sample->words; word++) {
    struct word_values *values = &self->words[word];
    const uint64_t value = packed_word(state, length, word);
    if (!values->is_used)
      *values = (struct word_values){.reference = value, .is_used = true};
    const uint32_t number = nodes_intern(&values->nodes, &self->base.budget,
                                         value ^ values->reference, MOST_NODES);
    if (number >= NODE_TOO_LARGE)
      return false;
    vec_push(&sample->numbers, number);
  }
  sample->rows++;
  return true;
}

/* Looks at some of the states, evenly. */
static bool take_sample(struct tree_store *self, struct class *classes) {
  const uint64_t stride = self->roots.used / SAMPLE_STATES + 1;
  struct root root;
  uint64_t number = 0;
  size_t room = room_for_numbers(self);
  for (uint64_t place = 0; roots_next(&self->roots, &place, &root); number++) {
    if (number % stride != 0)
      continue;
    size_t length;
    const uint64_t key = unmix64(root.key);
    const uint8_t *state = read_state(self, key, &length);
    struct class *class = class_for(classes, length);
    if (!class || class->sample.words > LONGEST_LEARNED)
      continue;
    class->states++;
    class->misfits += !is_packed(key);
    if (!add_row(self, &class->sample, state, length, &room))
      return false;
  }
  return true;
}

/* Where the shape for this length is listed, or would be. */
static uint32_t latest_place(const struct tree_store *self, size_t length) {
  uint32_t i = 0;
  while (i < self->latest.count &&
         self->shapes[self->latest.shapes[i]].length != length)
    i++;
  return i;
}

static bool fits(const struct class *class) {
  return class->misfits < class->states / MISFITS;
}

/* The code for the next shape; SHAPES when there is none left. */
static uint32_t next_code(const struct tree_store *self) {
  if (self->long_used < LONG_CODES &&
      (self->roots.used >= LOOK_AGAIN_AT || self->short_used == SHORT_CODES))
    return self->long_used;
  return LONG_CODES + self->short_used; /* SHAPES in the end */
}

static bool has_shape(const struct tree_store *self, uint32_t code) {
  return code < LONG_CODES ? code < self->long_used
                           : code - LONG_CODES < self->short_used;
}

/* The next shape, which is open, gets this code. */
static void add_shape(struct tree_store *self, uint32_t code) {
  self->shapes[self->shape_count].mark = mark_of(code);
  self->shape_of[code] = (uint8_t)self->shape_count++;
  if (code < LONG_CODES)
    self->long_used++;
  else
    self->short_used++;
}

static void drop_last_shape(struct tree_store *self) {
  struct packed *shape = &self->shapes[--self->shape_count];
  if (code_of(shape->mark) < LONG_CODES)
    self->long_used--;
  else
    self->short_used--;
  packed_close(shape, &self->base.budget);
}

/* Gives the length of the class a new shape, if there is a number for it. */
static bool learn_class(struct tree_store *self, struct class *class) {
  const uint32_t place = latest_place(self, class->length);
  const uint32_t code = next_code(self);
  if (code == SHAPES || place == LENGTHS)
    return true;
  struct plan plan = {0};
  if (place < self->latest.count)
    packed_note_growth(&self->shapes[self->latest.shapes[place]]);
  packed_note_varying(self->words, &class->sample);
  plan_learn(&plan, &class->sample, code_bits(code));
  const bool opened =
      packed_open(&self->shapes[self->shape_count], &self->base.budget, &plan,
                  class->length, self->words);
  plan_free(&plan);
  if (!opened)
    return false;
  self->latest.count += place == self->latest.count;
  self->latest.shapes[place] = (uint8_t)self->shape_count;
  add_shape(self, code);
  return true;
}

/* Makes room for the values of as many words as the longest state has, if
 * states so long are learned at all.
 */
static bool add_words(struct tree_store *self) {
  const uint32_t words = packed_words(self->base.longest);
  const uint32_t count = words < LONGEST_LEARNED ? words : LONGEST_LEARNED;
  if (count <= self->word_count)
    return true;
  struct word_values *values =
      budget_alloc(&self->base.budget, count * sizeof *values);
  if (!values)
    return false;
  if (self->words)
    memcpy(values, self->words, self->word_count * sizeof *values);
  budget_free(&self->base.budget, self->words,
              self->word_count * sizeof *values);
  self->words = values;
  self->word_count = count;
  for (uint32_t i = 0; i < self->shape_count; i++)
    self->shapes[i].values_of = values;
  return true;
}

static bool learn_shapes(struct tree_store *self, bool all) {
  struct class classes[LENGTHS] = {0};
  bool learned = add_words(self) && take_sample(self, classes);
  for (uint32_t i = 0; i < LENGTHS; i++) {
    learned = learned &&
              (classes[i].sample.rows < FEWEST_ROWS ||
               (!all && fits(&classes[i])) || learn_class(self, &classes[i]));
    vec_free(&classes[i].sample.numbers);
    vec_free(&classes[i].sample.turns);
    vec_free(&classes[i].sample.varying);
    vec_free(&classes[i].sample.growing);
  }
  return learned;
}

/* The key that a state has now under its old one; 0 when there is no memory.
 * The buffer has room for any state.
 */
static uint64_t write_again(struct tree_store *self, uint64_t old_key,
                            uint8_t *buffer) {
  size_t length;
  uint64_t key;
  const void *state = read_state(self, old_key, &length);
  memcpy(buffer, state, length);
  struct packed *shape = shape_for(self, length);
  if (shape && packed_write(shape, &self->base.budget, buffer, UINT64_MAX,
                            &key) == PACKED)
    return shape->mark | key; /* the next one is no more like it than others */
  return write_state(self, buffer, length, UINT64_MAX);
}

/* Gives the next states their new keys, ENTERED_TOGETHER at most, and tells how
 * many they are.  False when there is no memory.
 */
static bool rename_some(struct tree_store *self, struct roots *roots,
                        uint64_t *place, struct root *out, unsigned *count,
                        uint8_t *buffer) {
  for (*count = 0; *count < ENTERED_TOGETHER &&
                   roots_next(&self->roots, place, &out[*count]);
       (*count)++) {
    const uint64_t old_key = unmix64(out[*count].key);
    const uint64_t key = write_again(self, old_key, buffer);
    if (key == 0)
      return false;
    out[*count].key = mix64(key);
    roots_prepare(roots, out[*count].key);
  }
  return true;
}

/* Enters all states into another set. */
static bool enter_again(struct tree_store *self, struct roots *roots,
                        uint8_t *buffer) {
  struct root renamed[ENTERED_TOGETHER];
  unsigned count = ENTERED_TOGETHER;
  if (!roots_match_size(roots, &self->base.budget, &self->roots))
    return false;
  for (uint64_t place = 0; count == ENTERED_TOGETHER;) {
    if (!rename_some(self, roots, &place, renamed, &count, buffer))
      return false;
    for (unsigned i = 0; i < count; i++)
      if (!roots_put(roots, &self->base.budget, &renamed[i]))
        return false;
  }
  return true;
}

/* Takes back the shapes from this one on. */
static void drop_shapes(struct tree_store *self, uint32_t first,
                        struct latest latest) {
  while (self->shape_count > first)
    drop_last_shape(self);
  self->latest = latest;
}

/* Learns shapes and enters all states again; without memory for that, things
 * stay as they are.
 */
static void learn(struct tree_store *self, bool all) {
  const struct latest latest = self->latest;
  const uint32_t shape_count = self->shape_count;
  uint8_t *buffer = memory_alloc(self->base.longest + 1);
  struct roots roots = {0};
  roots_init(&roots, self->base.tails);
  self->loaded = NULL;
  const bool learned = learn_shapes(self, all);
  if (learned && self->shape_count > shape_count &&
      enter_again(self, &roots, buffer)) {
    roots_replace(&self->roots, &roots, &self->base.budget);
    self->base.epoch++;
  } else {
    roots_release(&roots, &self->base.budget);
    drop_shapes(self, shape_count, latest);
  }
  memory_free(buffer);
  memory_trim();
  self->learn_at = self->roots.used + self->roots.used / 4;
  self->misfits = 0;
}

static bool has_misfits(const struct tree_store *self) {
  return self->misfits > self->roots.used / MOST_MISFITS;
}

static bool is_nearly_full(const struct packed *shape) {
  uint64_t spare = shape->spare[shape->groups];
  for (unsigned i = 0; i < LAST_BITS; i++)
    spare &= spare - 1;
  return spare == 0;
}

/* While the states are few, it costs little to see better what they are like.
 */
static bool wants_a_look(const struct tree_store *self) {
  const uint64_t count = self->roots.used;
  if (self->looks == 0)
    return count >= LOOK_AGAIN_AT;
  return self->looks < LOOKS && count >= LAST_LOOK_FROM &&
         count <= LAST_LOOK_UNTIL && self->loaded &&
         is_nearly_full(self->loaded);
}

/* Learns anew if there is reason to.  To write a misfit takes longer than to
 * enter a state again.
 */
static void consider_learning(struct tree_store *self) {
  const bool early = wants_a_look(self);
  self->looks += early;
  if (has_misfits(self) || early)
    learn(self, early);
}

/* As long as a state is announced its key must not change. */
static bool is_time_to_look(const struct tree_store *self) {
  const uint64_t count = self->roots.used;
  return count >= self->learn_at && count <= MOST_ENTERED &&
         self->half_done == 0 && (has_misfits(self) || wants_a_look(self));
}

/* ---- loading ---- */

static bool is_latest(const struct tree_store *self,
                      const struct packed *shape) {
  return &self->shapes[self->latest
                           .shapes[latest_place(self, shape->length)]] == shape;
}

/* Makes the state of a key the base, for what is inserted next, and gives its
 * length.
 */
static size_t load_base(struct tree_store *self, uint64_t key,
                        uint8_t *buffer) {
  size_t length;
  const void *state = read_state(self, key, &length);
  memcpy(buffer, state, length);
  self->loaded = NULL;
  if (self->latest.count == 0)
    return length;
  if (!is_packed(key) ||
      !is_latest(self, &self->shapes[shape_number(self, key)]))
    key = write_state(self, buffer, length, UINT64_MAX);
  if (is_packed(key))
    self->loaded = &self->shapes[shape_number(self, key)];
  return length;
}

static size_t load(struct store *store, state_ref ref, uint8_t *buffer) {
  struct tree_store *self = (struct tree_store *)store;
  if (is_time_to_look(self))
    consider_learning(self);
  return load_base(self, unmix64(ref.index), buffer);
}

/* ---- colours ---- */

static struct colours colours_of_old(struct tree_store *self,
                                     uint64_t old_key) {
  uint8_t *buffer = memory_alloc(self->base.longest + 1);
  struct packed *loaded = self->loaded;
  const uint64_t key = write_again(self, unmix64(old_key), buffer);
  assert(key != 0 && "all its values are there since it was entered");
  self->loaded = loaded;
  memory_free(buffer);
  return roots_colours(&self->roots, mix64(key));
}

static struct colours colours(struct store *store, state_ref head) {
  struct tree_store *self = (struct tree_store *)store;
  struct colours found = roots_colours(&self->roots, head.index);
  if (!found.bits)
    found = colours_of_old(self, head.index);
  assert(found.bits && "the head is stored");
  return found;
}

/* ---- states that are not entered ---- */

static bool write_only(struct store *store, const uint8_t *state, size_t length,
                       uint64_t changed, state_ref *ref) {
  const uint64_t key =
      write_state((struct tree_store *)store, state, length, changed);
  ref->index = mix64(key);
  return key != 0;
}

/* A tree may be one because it does not fit, or because it is old. */
static bool is_current(const struct store *store, state_ref ref) {
  const struct tree_store *self = (const struct tree_store *)store;
  const uint64_t key = unmix64(ref.index);
  if (self->latest.count == 0)
    return true;
  return is_packed(key) &&
         is_latest(self, &self->shapes[shape_number(self, key)]);
}

static void set_tails(struct store *store, uint32_t tails) {
  struct tree_store *self = (struct tree_store *)store;
  if (store->states > 0)
    roots_forget_colours(&self->roots, &self->base.budget);
  else
    roots_init(&self->roots, tails);
}

/* ---- snapshots ---- */

static void save(const struct store *store, struct snapshot_writer *out) {
  const struct tree_store *self = (const struct tree_store *)store;
  assert(self->half_done == 0);
  dump_nodes(&self->nodes, out);
  snapshot_put(out, self->word_count);
  for (uint32_t i = 0; i < self->word_count; i++) {
    snapshot_put(out, self->words[i].is_used);
    snapshot_put(out, self->words[i].reference);
    snapshot_put(out, self->words[i].has_grown);
    dump_nodes(&self->words[i].nodes, out);
  }
  snapshot_put(out, self->shape_count);
  for (uint32_t i = 0; i < self->shape_count; i++) {
    snapshot_put(out, code_of(self->shapes[i].mark));
    dump_packed(&self->shapes[i], out);
  }
  snapshot_put(out, self->latest.count);
  for (uint32_t i = 0; i < self->latest.count; i++)
    snapshot_put(out, self->latest.shapes[i]);
  snapshot_put(out, self->learn_at);
  snapshot_put(out, self->misfits);
  snapshot_put(out, self->looks);
  dump_roots(&self->roots, out);
}

static bool restore_words(struct tree_store *self, struct snapshot_reader *in) {
  const size_t count = snapshot_get_count(in, 4 * sizeof(uint64_t));
  if (count > LONGEST_LEARNED || count > packed_words(self->base.longest))
    snapshot_fail(in);
  if (snapshot_failed(in) || count == 0)
    return !snapshot_failed(in);
  self->words = budget_alloc(&self->base.budget, count * sizeof *self->words);
  self->word_count = self->words ? (uint32_t)count : 0;
  for (uint32_t i = 0; i < self->word_count; i++) {
    self->words[i].is_used = snapshot_get_up_to(in, 1) != 0;
    self->words[i].reference = snapshot_get(in);
    self->words[i].has_grown = snapshot_get_up_to(in, 1) != 0;
    if (!undump_nodes(&self->words[i].nodes, &self->base.budget, in))
      return false;
  }
  return self->word_count == count;
}

static bool restore_shapes(struct tree_store *self,
                           struct snapshot_reader *in) {
  const uint64_t count = snapshot_get_up_to(in, SHAPES);
  while (self->shape_count < count) {
    const uint32_t code = (uint32_t)snapshot_get_up_to(in, SHAPES - 1);
    if (code != self->long_used && code != LONG_CODES + self->short_used)
      snapshot_fail(in);
    if (snapshot_failed(in) ||
        !undump_packed(&self->shapes[self->shape_count], &self->base.budget,
                       self->words, self->word_count, code_bits(code), in))
      return false;
    add_shape(self, code);
  }
  const uint64_t latest = snapshot_get_up_to(in, LENGTHS);
  for (uint32_t i = 0; i < latest && count > 0; i++) {
    const uint64_t shape = snapshot_get_up_to(in, count - 1);
    if (latest_place(self, self->shapes[shape].length) < i)
      snapshot_fail(in);
    self->latest.shapes[i] = (uint8_t)shape;
    self->latest.count++;
  }
  if (self->latest.count != latest)
    snapshot_fail(in);
  return !snapshot_failed(in);
}

/* Can the state of this key be read?  If it is a tree, a frame is made ready
 * for it.
 */
static bool is_sound(void *context, uint64_t mixed) {
  struct tree_store *self = context;
  const uint64_t key = unmix64(mixed);
  if (is_packed(key))
    return has_shape(self, code_of(key)) &&
           packed_key_is_sound(&self->shapes[shape_number(self, key)],
                               bits_of(key));
  if (!frame_can_read(&self->nodes, key, self->base.longest))
    return false;
  const size_t length = frame_length_of(self->hint, &self->nodes, key);
  return frame_for(self, frame_leaves(length)) != NULL;
}

static bool names_state(struct store *store, state_ref ref) {
  return is_sound(store, ref.index);
}

static bool restore(struct store *store, struct snapshot_reader *in) {
  struct tree_store *self = (struct tree_store *)store;
  if (!undump_nodes(&self->nodes, &self->base.budget, in) ||
      !restore_words(self, in) || !restore_shapes(self, in))
    return false;
  self->learn_at = snapshot_get(in);
  self->misfits = snapshot_get(in);
  self->looks = (uint32_t)snapshot_get_up_to(in, LOOKS);
  if (!undump_roots(&self->roots, &self->base.budget, is_sound, self, in))
    return false;
  if (self->roots.used != self->base.states)
    snapshot_fail(in);
  return !snapshot_failed(in);
}

static void release(struct store *store) {
  struct tree_store *self = (struct tree_store *)store;
  struct budget *budget = &self->base.budget;
  overflow_release(&self->overflow, budget);
  for (unsigned i = 0; i < FRAMES; i++)
    frame_clear(&self->frames[i], budget);
  drop_shapes(self, 0, (struct latest){0});
  for (uint32_t i = 0; i < self->word_count; i++)
    nodes_release(&self->words[i].nodes, budget);
  budget_free(budget, self->words, self->word_count * sizeof *self->words);
  roots_release(&self->roots, budget);
  nodes_release(&self->nodes, budget);
  assert(budget->used == sizeof *self);
  free(self);
}

static const struct store_kind tree_kind = {.name = "tree",
                                            .exact = true,
                                            .grows = true,
                                            .announce = announce,
                                            .settle = settle,
                                            .load = load,
                                            .colours = colours,
                                            .set_tails = set_tails,
                                            .write = write_only,
                                            .is_current = is_current,
                                            .save = save,
                                            .restore = restore,
                                            .names_state = names_state,
                                            .close = release};

/* The same when the roots have become bits: a state is still its key, and all
 * that waits can be read.  It is saved no more.
 */
static const struct store_kind bits_kind = {.name = "tree",
                                            .exact = false,
                                            .grows = true,
                                            .announce = announce_bits,
                                            .settle = settle_bits,
                                            .load = load,
                                            .colours = colours,
                                            .set_tails = set_tails,
                                            .write = write_only,
                                            .is_current = is_current,
                                            .omissions = omissions,
                                            .close = release};

/* When the memory is full; false: there is no way on.  No states are entered
 * again from now on, so keys stay what they are.
 */
static bool go_on_with_bits(struct tree_store *self) {
  if (!self->then_bits || self->base.tails > 0 || self->base.switched > 0 ||
      !overflow_begin(&self->overflow, &self->roots, &self->base.budget))
    return false;
  self->base.kind = &bits_kind;
  self->base.switched = self->base.states;
  return true;
}

enum status store_open_tree(const struct store_config *config,
                            struct store **out) {
  struct tree_store *self = store_make(&tree_kind, sizeof *self, config);
  if (!self)
    return STATUS_NO_MEMORY;
  store_set_tails(&self->base, config->tails);
  self->hint = &self->frames[0];
  self->learn_at = LEARN_AT;
  self->then_bits = config->then_bits;
  *out = &self->base;
  return STATUS_OK;
}
