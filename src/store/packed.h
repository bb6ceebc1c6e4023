/* States of one length as keys of few bits.
 *
 * Kept while states that differ little from one, the base, are written.
 */
#ifndef LARIAT_STORE_PACKED_H
#define LARIAT_STORE_PACKED_H

#include "store/budget.h"
#include "store/nodes.h"
#include "store/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The values that a word of a state has had, as differences from one of them;
 * states of all lengths share them.
 */
struct word_values {
  bool is_used;
  uint64_t reference;
  struct nodes nodes;
};

enum packing {
  PACKED,
  PACKED_MISFIT, /* the state has no key of this shape, and never will */
  PACKED_FULL,   /* there is no memory for a new value */
};

struct packed {
  size_t length; /* of the states, in bytes */
  uint32_t words, groups;
  uint64_t all;                  /* a bit for each of the first 64 words */
  struct word_values *values_of; /* by word: not its own */
  struct field *fields;          /* of the words, then of the groups */
  uint64_t *state;               /* the base */
  uint32_t *numbers;             /* of its words, then of its groups */
  uint64_t *sums;      /* what its groups hold; the last is the root, its key */
  uint64_t *pending;   /* changes of the groups; zero between calls */
  uint64_t *touched;   /* one bit for each group; zero between calls */
  uint32_t *child_at;  /* of each sum, by bit: a word, or words + a group */
  struct nodes *nodes; /* one for each group */
  void *block;         /* that holds all of these */
  size_t block_bytes;
};

/* The bytes from 8 * word on, with zeros past the end of the state. */
uint64_t packed_word(const uint8_t *state, size_t length, uint32_t word);

/* Words of a state of this length. */
uint32_t packed_words(size_t length);

/* Makes a zeroed shape one for states of this length; the base is a state of
 * references.  False when there is no memory.
 */
bool packed_open(struct packed *packed, struct budget *budget,
                 const struct plan *plan, size_t length,
                 struct word_values *values);
void packed_close(struct packed *packed, struct budget *budget);

/* Is there a word or a group more than a quarter of whose numbers are used? */
bool packed_is_crowded(const struct packed *packed);

/* The key, of PLAN_KEY_BITS bits, of a state; the base stays as it is.  The
 * state differs from the base in no word i < 64 but where bit i is set in
 * `changed`, unless all bits are.
 */
enum packing packed_write(struct packed *packed, struct budget *budget,
                          const uint8_t *state, uint64_t changed,
                          uint64_t *key);

/* Makes the state of this key the base. */
void packed_read(struct packed *packed, uint64_t key);

#endif
