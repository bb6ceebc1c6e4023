/* Triples of numbers, each stored once and numbered in order of arrival. */
#ifndef LARIAT_LTL_TRIPLES_H
#define LARIAT_LTL_TRIPLES_H

#include "base/vec.h"

#include <stdint.h>

struct triple {
  uint32_t a, b, c;
};

/* A zeroed one is empty. */
struct triples {
  VEC(struct triple) items; /* by number */
  uint32_t *slots;
  size_t slot_count;
};

/* The number of a triple: items.count before the call when it is new. */
uint32_t triples_number(struct triples *triples, uint32_t a, uint32_t b,
                        uint32_t c);
void triples_clear(struct triples *triples);

#endif
