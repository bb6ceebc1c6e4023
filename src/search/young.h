/* The states on top of a stack, byte for byte: to name a state and to rebuild
 * it from its name costs more than to keep it for a while, and most are wanted
 * again soon.
 *
 * There is room for a fixed number of states of a fixed length.  Who finds none
 * gives up a state, or for a longer one all.
 */
#ifndef LARIAT_SEARCH_YOUNG_H
#define LARIAT_SEARCH_YOUNG_H

#include "store/budget.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct young {
  struct budget *budget;
  struct region region;
  size_t place_bytes; /* for a state and its length */
  uint32_t capacity;  /* places */
  uint32_t touched;   /* places that have been in use */
  uint32_t free;      /* of them, the one given back last, plus one; 0: none */
  uint32_t count;     /* states */
};

void young_init(struct young *young, struct budget *budget);
void young_clear(struct young *young);

/* The longest state there can be room for. */
static inline size_t young_longest(const struct young *young) {
  return young->place_bytes - sizeof(size_t);
}

/* Makes the places large enough for states of this length; there must be no
 * states now.
 */
void young_resize(struct young *young, size_t longest);

/* Keeps a state, which is not too long, and tells the place where it is until
 * that is given back; false when there is no room.
 */
bool young_keep(struct young *young, const uint8_t *state, size_t length,
                uint32_t *place);
const uint8_t *young_at(const struct young *young, uint32_t place,
                        size_t *length);
void young_give_back(struct young *young, uint32_t place);

static inline uint8_t *young_place_at(const struct young *young,
                                      uint32_t place) {
  return young->region.base + place * young->place_bytes;
}

/* The state there will be wanted soon.  Always inlined, for the compiler leaves
 * out calls of functions that have no effect it knows of.
 */
__attribute__((always_inline)) static inline void
young_expect(const struct young *young, uint32_t place) {
  enum { LINE_BYTES = 64 };
  const uint8_t *at = young_place_at(young, place);
  __builtin_prefetch(at);
  __builtin_prefetch(at + LINE_BYTES);
}

#endif
