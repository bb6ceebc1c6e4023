/* Binary decision diagrams: one table of nodes, one cache of results.
 *
 * A node is a variable and two numbers of nodes whose variables are greater;
 * the table holds no two equal nodes and none whose branches are equal, so two
 * functions are equal exactly when their numbers are (Bryant 1986).  Nothing is
 * ever released before the whole: a translation needs some thousand nodes.
 *
 * All operations are if-then-else; its results are kept in a direct-mapped
 * cache, so that an operation costs at most the product of its operands' sizes.
 * Products are found by the algorithm of Minato and Morreale.
 */
#include "ltl/bdd.h"

#include "base/memory.h"
#include "base/vec.h"

struct node {
  uint32_t variable;
  bdd_node low, high;
  uint32_t chain; /* the next node with the same hash, or 0 */
};

struct cached {
  bdd_node f, g, h, result; /* f is 0 in a free slot: no ite is asked for it */
};

enum {
  FIRST_CACHE = 1 << 13,
  MOST_CACHE = 1 << 21,
  FIRST_BUCKETS = 1 << 10,
  MOST_NODES = 1 << 22
};
enum { STEPS_BETWEEN_QUESTIONS = 1 << 16 };

struct bdd {
  VEC(struct node) nodes;
  uint32_t *buckets;
  size_t bucket_count;
  struct cached *cache;
  size_t cache_size;
  const struct limit *limit; /* or NULL */
  uint64_t steps, next_question, most_steps;
  bool exhausted, stopped;
};

struct bdd *bdd_open(void) {
  struct bdd *bdd = memory_alloc(sizeof *bdd);
  bdd->bucket_count = FIRST_BUCKETS;
  bdd->buckets = memory_alloc(FIRST_BUCKETS * sizeof *bdd->buckets);
  bdd->cache_size = FIRST_CACHE;
  bdd->cache = memory_alloc(FIRST_CACHE * sizeof *bdd->cache);
  bdd_set_limit(bdd, NULL, 0);
  for (bdd_node constant = BDD_FALSE; constant <= BDD_TRUE; constant++) {
    struct node node = {BDD_NO_VARIABLE, constant, constant, 0};
    vec_push(&bdd->nodes, node);
  }
  return bdd;
}

void bdd_close(struct bdd *bdd) {
  if (!bdd)
    return;
  vec_free(&bdd->nodes);
  memory_free(bdd->buckets);
  memory_free(bdd->cache);
  memory_free(bdd);
}

bool bdd_exhausted(const struct bdd *bdd) {
  return bdd->exhausted;
}

bool bdd_stopped(const struct bdd *bdd) {
  return bdd->stopped;
}

void bdd_give_up(struct bdd *bdd) {
  bdd->exhausted = true;
}

static void choose_question(struct bdd *bdd) {
  bdd->next_question = bdd->steps + STEPS_BETWEEN_QUESTIONS;
  if (bdd->next_question > bdd->most_steps)
    bdd->next_question = bdd->most_steps;
}

void bdd_set_limit(struct bdd *bdd, const struct limit *limit,
                   uint64_t most_steps) {
  bdd->limit = limit;
  bdd->most_steps = most_steps > 0 ? most_steps : UINT64_MAX;
  choose_question(bdd);
}

static void ask_limit(struct bdd *bdd) {
  if (bdd->exhausted)
    return;
  bdd->stopped = bdd->steps >= bdd->most_steps ||
                 (bdd->limit && !bdd->limit->goes_on(bdd->limit->context));
  bdd->exhausted = bdd->stopped;
  choose_question(bdd);
}

void bdd_count_steps(struct bdd *bdd, size_t steps) {
  bdd->steps += steps;
  if (bdd->steps >= bdd->next_question)
    ask_limit(bdd);
}

uint32_t bdd_top(const struct bdd *bdd, bdd_node f) {
  return bdd->nodes.items[f].variable;
}

bdd_node bdd_low(const struct bdd *bdd, bdd_node f) {
  return bdd->nodes.items[f].low;
}

bdd_node bdd_high(const struct bdd *bdd, bdd_node f) {
  return bdd->nodes.items[f].high;
}

static size_t hash(uint32_t a, uint32_t b, uint32_t c) {
  uint64_t mixed = a * UINT64_C(0x9E3779B97F4A7C15) +
                   b * UINT64_C(0xC2B2AE3D27D4EB4F) +
                   c * UINT64_C(0x165667B19E3779F9);
  mixed = (mixed ^ (mixed >> 32)) * UINT64_C(0xD6E8FEB86659FD93);
  return (size_t)(mixed ^ (mixed >> 32));
}

static void chain_node(struct bdd *bdd, bdd_node number) {
  struct node *node = &bdd->nodes.items[number];
  uint32_t *bucket = &bdd->buckets[hash(node->variable, node->low, node->high) &
                                   (bdd->bucket_count - 1)];
  node->chain = *bucket;
  *bucket = number;
}

static void grow_buckets(struct bdd *bdd) {
  memory_free(bdd->buckets);
  bdd->bucket_count *= 4;
  bdd->buckets = memory_alloc(bdd->bucket_count * sizeof *bdd->buckets);
  for (bdd_node i = BDD_TRUE + 1; i < bdd->nodes.count; i++)
    chain_node(bdd, i);
}

/* What it forgets is found again. */
static void grow_cache(struct bdd *bdd) {
  memory_free(bdd->cache);
  bdd->cache_size *= 4;
  bdd->cache = memory_alloc(bdd->cache_size * sizeof *bdd->cache);
}

static bdd_node make(struct bdd *bdd, uint32_t variable, bdd_node low,
                     bdd_node high) {
  if (low == high)
    return low;
  size_t bucket = hash(variable, low, high) & (bdd->bucket_count - 1);
  for (uint32_t i = bdd->buckets[bucket]; i > 0;
       i = bdd->nodes.items[i].chain) {
    const struct node *node = &bdd->nodes.items[i];
    if (node->variable == variable && node->low == low && node->high == high)
      return i;
  }
  if (bdd->nodes.count >= MOST_NODES) {
    bdd->exhausted = true;
    return BDD_FALSE;
  }
  struct node node = {variable, low, high, 0};
  vec_push(&bdd->nodes, node);
  bdd_node number = (bdd_node)bdd->nodes.count - 1;
  chain_node(bdd, number);
  if (bdd->nodes.count > bdd->bucket_count)
    grow_buckets(bdd);
  if (bdd->nodes.count > bdd->cache_size && bdd->cache_size < MOST_CACHE)
    grow_cache(bdd);
  return number;
}

bdd_node bdd_variable(struct bdd *bdd, uint32_t variable) {
  return make(bdd, variable, BDD_FALSE, BDD_TRUE);
}

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

static bdd_node branch(const struct bdd *bdd, bdd_node f, uint32_t variable,
                       bool high) {
  const struct node *node = &bdd->nodes.items[f];
  if (node->variable != variable)
    return f;
  return high ? node->high : node->low;
}

static struct cached *cache_slot(const struct bdd *bdd, bdd_node f, bdd_node g,
                                 bdd_node h) {
  return &bdd->cache[hash(f, g, h) & (bdd->cache_size - 1)];
}

bdd_node bdd_ite(struct bdd *bdd, bdd_node f, bdd_node g, bdd_node h) {
  if (f == BDD_TRUE || g == h)
    return g;
  if (f == BDD_FALSE)
    return h;
  if (g == BDD_TRUE && h == BDD_FALSE)
    return f;
  if (bdd->exhausted)
    return BDD_FALSE;
  const struct cached *slot = cache_slot(bdd, f, g, h);
  if (slot->f == f && slot->g == g && slot->h == h)
    return slot->result;
  bdd_count_steps(bdd, 1);
  uint32_t top =
      least(bdd_top(bdd, f), least(bdd_top(bdd, g), bdd_top(bdd, h)));
  bdd_node parts[2];
  for (int high = 0; high < 2; high++)
    parts[high] = bdd_ite(bdd, branch(bdd, f, top, high),
                          branch(bdd, g, top, high), branch(bdd, h, top, high));
  bdd_node result = make(bdd, top, parts[0], parts[1]);
  *cache_slot(bdd, f, g, h) = (struct cached){f, g, h, result};
  return result;
}

bdd_node bdd_and(struct bdd *bdd, bdd_node f, bdd_node g) {
  if (f == g)
    return f;
  return f < g ? bdd_ite(bdd, f, g, BDD_FALSE) : bdd_ite(bdd, g, f, BDD_FALSE);
}

bdd_node bdd_or(struct bdd *bdd, bdd_node f, bdd_node g) {
  if (f == g)
    return f;
  return f < g ? bdd_ite(bdd, f, BDD_TRUE, g) : bdd_ite(bdd, g, BDD_TRUE, f);
}

bdd_node bdd_not(struct bdd *bdd, bdd_node f) {
  return bdd_ite(bdd, f, BDD_FALSE, BDD_TRUE);
}

bdd_node bdd_minus(struct bdd *bdd, bdd_node f, bdd_node g) {
  return bdd_ite(bdd, g, BDD_FALSE, f);
}

bdd_node bdd_restrict(const struct bdd *bdd, bdd_node f, uint64_t values) {
  while (bdd_top(bdd, f) < 64)
    f = values >> bdd_top(bdd, f) & 1 ? bdd_high(bdd, f) : bdd_low(bdd, f);
  return f;
}

/* ---- products ---- */

struct products {
  struct bdd *bdd;
  VEC(struct bdd_literal) literals;
  bdd_visit *visit;
  void *context;
  bool stopped;
};

static bdd_node cover(struct products *p, bdd_node least_f, bdd_node most_f);

static bdd_node cover_branch(struct products *p, uint32_t variable,
                             bool negative, bdd_node least_f, bdd_node most_f) {
  struct bdd_literal literal = {variable, negative};
  vec_push(&p->literals, literal);
  bdd_node covered = cover(p, least_f, most_f);
  p->literals.count--;
  return covered;
}

/* Visits products that cover at least least_f and at most most_f, and gives
 * what they cover.
 */
static bdd_node cover(struct products *p, bdd_node least_f, bdd_node most_f) {
  struct bdd *bdd = p->bdd;
  bdd_count_steps(bdd, 1);
  if (least_f == BDD_FALSE || bdd->exhausted || p->stopped)
    return BDD_FALSE;
  if (most_f == BDD_TRUE) {
    p->stopped = !p->visit(p->context, p->literals.items, p->literals.count);
    return BDD_TRUE;
  }
  uint32_t top = least(bdd_top(bdd, least_f), bdd_top(bdd, most_f));
  bdd_node least_low = branch(bdd, least_f, top, false);
  bdd_node least_high = branch(bdd, least_f, top, true);
  bdd_node most_low = branch(bdd, most_f, top, false);
  bdd_node most_high = branch(bdd, most_f, top, true);
  bdd_node low = cover_branch(p, top, true,
                              bdd_minus(bdd, least_low, most_high), most_low);
  bdd_node high = cover_branch(p, top, false,
                               bdd_minus(bdd, least_high, most_low), most_high);
  bdd_node rest = bdd_or(bdd, bdd_minus(bdd, least_low, low),
                         bdd_minus(bdd, least_high, high));
  bdd_node both = cover(p, rest, bdd_and(bdd, most_low, most_high));
  return bdd_or(bdd, make(bdd, top, low, high), both);
}

void bdd_products(struct bdd *bdd, bdd_node f, bdd_visit *visit,
                  void *context) {
  struct products p = {.bdd = bdd, .visit = visit, .context = context};
  cover(&p, f, f);
  vec_free(&p.literals);
}
