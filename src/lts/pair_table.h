/* The pairs of states that an on-the-fly comparison remembers.
 *
 * A pair has a number as long as it is in the table.  Pairs may be taken out,
 * as Jard and Jeron replace visited states (CAV 1991, section 2), among those
 * that nothing is known of but that they were visited.  They choose one at
 * random; here it is, of some chosen at random, the one that it cost least to
 * visit.
 */
#ifndef LARIAT_LTS_PAIR_TABLE_H
#define LARIAT_LTS_PAIR_TABLE_H

#include "base/rng.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define NO_PAIR UINT32_MAX
#define NOT_REFUTED UINT32_MAX

struct product_pair {
  uint32_t left, right;
  uint32_t search;  /* the last one it was visited in, from 1 */
  uint32_t refuted; /* its number among the different ones, or NOT_REFUTED */
  uint32_t next;    /* of the same bucket, or of the free ones */
  uint32_t cost;    /* pairs visited from it when it was last on the path */
  bool is_used;
  bool is_on_path;
  bool is_relied_on; /* it was met again in that search */
};

struct pair_table {
  VEC(struct product_pair) pairs;
  uint32_t *buckets;   /* the first pair of each plus one, or 0 */
  size_t bucket_count; /* a power of two */
  uint32_t first_free;
  uint32_t count; /* in the table */
  struct rng rng;
};

void pair_table_init(struct pair_table *table);
void pair_table_clear(struct pair_table *table);

/* NO_PAIR when it is not there. */
uint32_t pair_table_find(const struct pair_table *table, uint32_t left,
                         uint32_t right);

/* It must not be there.  Pairs move when one is added; numbers do not. */
uint32_t pair_table_add(struct pair_table *table, uint32_t left,
                        uint32_t right);
void pair_table_remove(struct pair_table *table, uint32_t pair);

/* One that is not on the path and not refuted; NO_PAIR when there is none. */
uint32_t pair_table_victim(struct pair_table *table);

size_t pair_table_bytes(const struct pair_table *table);

#endif
