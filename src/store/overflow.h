/* What becomes of a set of keys (roots.h) that has filled its memory: bits.
 *
 * From then on a key that was not inserted may seem to be there.
 */
#ifndef LARIAT_STORE_OVERFLOW_H
#define LARIAT_STORE_OVERFLOW_H

#include "store/roots.h"

struct overflow {
  struct region bits;
  uint64_t lines;
  double omitted; /* keys that were taken for others, expected */
};

/* Turns a set without tails into bits, in its own memory, and gives part of
 * that back; the set is empty then.  False when it is too small for that.
 */
bool overflow_begin(struct overflow *overflow, struct roots *roots,
                    struct budget *budget);
void overflow_release(struct overflow *overflow, struct budget *budget);

/* Fetches the memory that the insertion will read. */
void overflow_prepare(const struct overflow *overflow, uint64_t key);
enum store_answer overflow_insert(struct overflow *overflow, uint64_t key);

#endif
