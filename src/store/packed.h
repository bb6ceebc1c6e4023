/* States of one length as keys of few bits.
 *
 * Kept while states that differ little from one, the base, are written.
 */
#ifndef LARIAT_STORE_PACKED_H
#define LARIAT_STORE_PACKED_H

#include "store/budget.h"
#include "store/nodes.h"
#include "store/plan.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values that a word of a state has had, as differences from one of them;
 * states of all lengths share them.
 */
struct word_values {
  bool is_used;
  uint64_t reference;
  bool has_grown;     /* it was its own number, and then had other bits */
  struct nodes nodes; /* when it was given numbers */
};

/* One more bit for a child of a sum. */
struct extra {
  uint32_t next;    /* of the same child, plus one; 0: none */
  uint8_t from, to; /* of its number, or of the word; of the sum */
};

/* A word, or a group, and what it has got since the plan was made.  It is as
 * large as a line of the cache.
 */
struct packed_cell {
  struct field field;
  uint32_t width; /* of the field */
  uint32_t first; /* of its extra bits, plus one; 0: none */
  uint64_t mask;  /* where they are in the sum */
  uint64_t taken; /* these, and those of the field */
  uint64_t limit; /* of numbers: they are below */
};
enum { PACKED_LINE = 64 };
static_assert(sizeof(struct packed_cell) == PACKED_LINE,
              "a cell is a line of the cache");

enum packing {
  PACKED,
  PACKED_MISFIT, /* the state has no key of this shape, and never will */
  PACKED_FULL,   /* there is no memory for a new value */
};

struct packed {
  size_t length; /* of the states, in bytes */
  uint32_t key_bits;
  uint32_t words, groups;
  uint64_t mark; /* for who keeps several: what to put above the bits of keys */
  uint64_t all;  /* a bit for each of the first 64 words */
  bool gathers;  /* see gather.h */
  struct word_values *values_of; /* by word: not its own */
  struct packed_cell *cells;     /* the words, then the groups */
  uint64_t *state;               /* the base */
  uint64_t *sums;     /* what its groups hold; the last is the root, its key */
  uint64_t *spare;    /* of each sum: bits that no child has */
  uint64_t *pending;  /* changes of the groups; zero between calls */
  uint64_t *touched;  /* one bit for each group; zero between calls */
  uint32_t *child_at; /* of each sum, by bit: a word, or words + a group */
  struct extra *extras; /* likewise: only those of children that have grown */
  struct nodes *nodes;  /* one for each group */
  void *block;          /* that holds all of these */
  size_t block_bytes;
};

/* The bytes from 8 * word on, with zeros past the end of the state. */
uint64_t packed_word(const uint8_t *state, size_t length, uint32_t word);

/* Words of a state of this length. */
uint32_t packed_words(size_t length);

/* Notes for a plan how the words of a sample vary. */
void packed_note_varying(const struct word_values *values,
                         struct plan_sample *sample);

/* Makes a zeroed shape one for states of this length; the base is a state of
 * references.  False when there is no memory.
 */
bool packed_open(struct packed *packed, struct budget *budget,
                 const struct plan *plan, size_t length,
                 struct word_values *values);
void packed_close(struct packed *packed, struct budget *budget);

/* Notes in their values which words were their own numbers and got more bits
 * as counters do.
 */
void packed_note_growth(const struct packed *packed);

/* The key, of key_bits bits, of a state; the base stays as it is.  The
 * state differs from the base in no word i < 64 but where bit i is set in
 * `changed`, unless all bits are.
 */
enum packing packed_write(struct packed *packed, struct budget *budget,
                          const uint8_t *state, uint64_t changed,
                          uint64_t *key);

/* Makes the state of this key the base. */
void packed_read(struct packed *packed, uint64_t key);

/* The number that a child was given, in a sum. */
uint64_t packed_number(const struct packed *packed, uint32_t cell,
                       uint64_t sum);

/* Gives a child the lowest spare bit of its sum for this bit of its number, or
 * of the word; false when there is none.
 */
bool packed_extend(struct packed *packed, uint32_t cell, uint32_t from);

#endif
