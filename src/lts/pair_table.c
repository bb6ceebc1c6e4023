/* Pairs in buckets: see pair_table.h.
 *
 * Pairs lie in one array and are chained in their bucket, so one can be taken
 * out at any time; its place is the next to be used.  There are as many buckets
 * as places, within a factor of two: a pair costs 36 bytes.
 */
#include "lts/pair_table.h"

#include <assert.h>

enum { FIRST_BUCKETS = 64, RANDOM_TRIES = 16, SEED = 1991 };

void pair_table_init(struct pair_table *table) {
  *table =
      (struct pair_table){.first_free = NO_PAIR, .bucket_count = FIRST_BUCKETS};
  table->buckets = memory_alloc(FIRST_BUCKETS * sizeof *table->buckets);
  rng_seed(&table->rng, SEED);
}

void pair_table_clear(struct pair_table *table) {
  vec_free(&table->pairs);
  memory_free(table->buckets);
}

static uint32_t *bucket_of(const struct pair_table *table, uint32_t left,
                           uint32_t right) {
  uint64_t hash = ((uint64_t)left << 32 | right) * UINT64_C(0x9E3779B97F4A7C15);
  hash = (hash ^ hash >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
  return &table->buckets[(hash >> 32) & (table->bucket_count - 1)];
}

uint32_t pair_table_find(const struct pair_table *table, uint32_t left,
                         uint32_t right) {
  uint32_t at = *bucket_of(table, left, right);
  while (at > 0) {
    const struct product_pair *pair = &table->pairs.items[at - 1];
    if (pair->left == left && pair->right == right)
      return at - 1;
    at = pair->next;
  }
  return NO_PAIR;
}

static void chain(struct pair_table *table, uint32_t number) {
  struct product_pair *pair = &table->pairs.items[number];
  uint32_t *bucket = bucket_of(table, pair->left, pair->right);
  pair->next = *bucket;
  *bucket = number + 1;
}

static void double_buckets(struct pair_table *table) {
  memory_free(table->buckets);
  table->bucket_count *= 2;
  table->buckets = memory_alloc(table->bucket_count * sizeof *table->buckets);
  for (uint32_t i = 0; i < table->pairs.count; i++)
    if (table->pairs.items[i].is_used)
      chain(table, i);
}

static uint32_t take_place(struct pair_table *table) {
  const uint32_t place = table->first_free;
  if (place != NO_PAIR) {
    table->first_free = table->pairs.items[place].next;
    return place;
  }
  vec_push(&table->pairs, (struct product_pair){0});
  return (uint32_t)table->pairs.count - 1;
}

uint32_t pair_table_add(struct pair_table *table, uint32_t left,
                        uint32_t right) {
  if (table->count >= table->bucket_count)
    double_buckets(table);
  const uint32_t place = take_place(table);
  table->pairs.items[place] = (struct product_pair){
      .left = left, .right = right, .refuted = NOT_REFUTED, .is_used = true};
  chain(table, place);
  table->count++;
  return place;
}

void pair_table_remove(struct pair_table *table, uint32_t pair) {
  struct product_pair *old = &table->pairs.items[pair];
  assert(old->is_used && !old->is_on_path);
  uint32_t *at = bucket_of(table, old->left, old->right);
  while (*at != pair + 1)
    at = &table->pairs.items[*at - 1].next;
  *at = old->next;
  *old = (struct product_pair){.next = table->first_free};
  table->first_free = pair;
  table->count--;
}

static bool can_go(const struct product_pair *pair) {
  return pair->is_used && !pair->is_on_path && pair->refuted == NOT_REFUTED;
}

/* The first one from here on, in a circle. */
static uint32_t next_victim(const struct pair_table *table, uint32_t at) {
  const uint32_t places = (uint32_t)table->pairs.count;
  for (uint32_t i = 0; i < places; i++, at = at + 1 < places ? at + 1 : 0)
    if (can_go(&table->pairs.items[at]))
      return at;
  return NO_PAIR;
}

uint32_t pair_table_victim(struct pair_table *table) {
  const uint32_t places = (uint32_t)table->pairs.count;
  uint32_t best = NO_PAIR, at = 0;
  for (int i = 0; places > 0 && i < RANDOM_TRIES; i++) {
    at = (uint32_t)rng_below(&table->rng, places);
    if (can_go(&table->pairs.items[at]) &&
        (best == NO_PAIR ||
         table->pairs.items[at].cost < table->pairs.items[best].cost))
      best = at;
  }
  return best == NO_PAIR ? next_victim(table, at) : best;
}

size_t pair_table_bytes(const struct pair_table *table) {
  return table->pairs.capacity * sizeof *table->pairs.items +
         table->bucket_count * sizeof *table->buckets;
}
