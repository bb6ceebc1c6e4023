/* Store of bits: a state is known by k bits of one large array.
 *
 * A state is new when one of its bits is not set, and setting them is all that
 * is kept of it.  When other states have set all of them before, it is taken
 * for seen and never searched: an error may be missed, but none is invented.
 * (Holzmann, An Improved Protocol Reachability Analysis Technique, Software:
 * Practice and Experience 18, 1988; the k bits are those of Bloom, Space/Time
 * Trade-offs in Hash Coding with Allowable Errors, CACM 13, 1970.)
 *
 * All bits come from two hashes h and g of the state: bit i is h + i g, scaled
 * to the array (Kirsch and Mitzenmacher, Less Hashing, Same Performance, ESA
 * 2006), or, in one cache line, which costs one access to memory in place of k
 * and some coverage, h says which line and pieces of g which bits.
 *
 * A tail of a head is a state of its own, and a colour c of it is three: is it
 * at least 1, at least 2, 3?  So colours can only grow, and heads by themselves
 * take no bits when there are tails.
 *
 * Expected omissions: when a share f of the bits is set, a state that arrives
 * for the first time is taken for seen with probability p = f^k.  So to each
 * one found new there are p / (1 - p) that were not, on average; the sum over
 * all is told.  What could be reached through omitted states alone is not in
 * it.
 *
 * The array has its final size from the start: three quarters of the memory,
 * unless another one is asked for.  The rest is for the carrier, which keeps
 * what waits to be expanded, and for the stack.
 */
#include "store/carrier.h"
#include "store/mix.h"

#include <assert.h>
#include <stdlib.h>

enum { DEFAULT_FUNCTIONS = 3, LINE_BITS = 512, LINE_SHIFT = 9, WORD_BITS = 64 };

struct bit_store {
  struct store base;
  struct carrier carrier;
  struct region bits;
  uint64_t bit_count; /* whole lines */
  uint64_t set;       /* of them */
  uint32_t functions; /* k */
  bool one_line;
  double omitted;
};

/* ---- bits ---- */

static uint64_t scale(uint64_t hash, uint64_t range) {
  return (uint64_t)(((unsigned __int128)hash * range) >> 64);
}

/* Bit number i of a state. */
static uint64_t place(const struct bit_store *self, struct state_hash hash,
                      uint32_t i) {
  if (!self->one_line)
    return scale(hash.first + i * (hash.second | 1), self->bit_count);
  const uint64_t line = scale(hash.first, self->bit_count >> LINE_SHIFT);
  const uint32_t pieces = WORD_BITS / LINE_SHIFT;
  const uint64_t source =
      i < pieces ? hash.second : mix64(hash.second + i / pieces);
  const uint64_t piece = source >> (i % pieces * LINE_SHIFT) % WORD_BITS;
  return (line << LINE_SHIFT) + piece % LINE_BITS;
}

static uint64_t *word_of(const struct bit_store *self, uint64_t bit) {
  return (uint64_t *)self->bits.base + bit / WORD_BITS;
}

static bool is_set(const struct bit_store *self, uint64_t bit) {
  return *word_of(self, bit) >> (bit % WORD_BITS) & 1;
}

static bool has(const struct bit_store *self, struct state_hash hash) {
  for (uint32_t i = 0; i < self->functions; i++)
    if (!is_set(self, place(self, hash, i)))
      return false;
  return true;
}

/* The share of bits set among those that this state might have had. */
static double fill_for(const struct bit_store *self, struct state_hash hash) {
  if (!self->one_line)
    return (double)self->set / (double)self->bit_count;
  const uint64_t *line = word_of(
      self, scale(hash.first, self->bit_count >> LINE_SHIFT) << LINE_SHIFT);
  unsigned ones = 0;
  for (unsigned i = 0; i < LINE_BITS / WORD_BITS; i++)
    ones += (unsigned)__builtin_popcountll(line[i]);
  return (double)ones / LINE_BITS;
}

static void count_omitted(struct bit_store *self, struct state_hash hash) {
  const double fill = fill_for(self, hash);
  double p = fill;
  for (uint32_t i = 1; i < self->functions; i++)
    p *= fill;
  if (p < 1)
    self->omitted += p / (1 - p);
}

static void add(struct bit_store *self, struct state_hash hash) {
  count_omitted(self, hash);
  for (uint32_t i = 0; i < self->functions; i++) {
    const uint64_t bit = place(self, hash, i);
    self->set += !is_set(self, bit);
    *word_of(self, bit) |= UINT64_C(1) << (bit % WORD_BITS);
  }
}

/* ---- states ---- */

static void prefetch(const struct bit_store *self, struct state_hash hash) {
  const uint32_t count = self->one_line ? 1 : self->functions;
  for (uint32_t i = 0; i < count; i++)
    __builtin_prefetch(word_of(self, place(self, hash, i)));
}

static void announce(struct store *store, const uint8_t *state, size_t length,
                     uint64_t changed, struct store_ticket *ticket) {
  struct bit_store *self = (struct bit_store *)store;
  struct carried carried;
  ticket->answer = STORE_FULL;
  if (!carrier_write(&self->carrier, state, length, changed, &carried))
    return;
  *ticket = (struct store_ticket){carried.ref, STORE_NEW, carried.hash};
  if (store->tails == 0)
    prefetch(self, carried.hash);
}

static enum store_answer settle(struct store *store,
                                const struct store_ticket *ticket) {
  struct bit_store *self = (struct bit_store *)store;
  if (ticket->answer == STORE_FULL)
    return STORE_FULL;
  if (store->tails > 0 || has(self, ticket->hash))
    return STORE_SEEN;
  add(self, ticket->hash);
  return STORE_NEW;
}

static size_t load(struct store *store, state_ref ref, uint8_t *buffer) {
  struct bit_store *self = (struct bit_store *)store;
  return carrier_load(&self->carrier, ref, buffer);
}

/* ---- colours ---- */

/* The hash of "this tail of this head has at least this colour". */
static struct state_hash at_least(struct state_hash head, uint32_t tail,
                                  unsigned colour) {
  const uint64_t number = (uint64_t)tail * 4 + colour;
  return (struct state_hash){mix64(head.first + number),
                             mix64(head.second ^ mix64(number))};
}

static unsigned colour(struct store *store, state_ref head, uint32_t tail) {
  struct bit_store *self = (struct bit_store *)store;
  const struct state_hash hash = carrier_hash(&self->carrier, head);
  unsigned found = 0;
  while (found < 3 && has(self, at_least(hash, tail, found + 1)))
    found++;
  return found;
}

static void raise_to(struct store *store, state_ref head, uint32_t tail,
                     unsigned wanted) {
  struct bit_store *self = (struct bit_store *)store;
  const struct state_hash hash = carrier_hash(&self->carrier, head);
  for (unsigned i = colour(store, head, tail) + 1; i <= wanted; i++)
    add(self, at_least(hash, tail, i));
}

static void set_tails(struct store *store, uint32_t tails) {
  (void)store;
  (void)tails;
}

/* ---- opening and closing ---- */

static double omissions(const struct store *store) {
  return ((const struct bit_store *)store)->omitted;
}

static void release(struct store *store) {
  struct bit_store *self = (struct bit_store *)store;
  region_release(&self->bits, &self->base.budget);
  carrier_close(&self->carrier);
  assert(self->base.budget.used == sizeof *self);
  free(self);
}

static const struct store_kind bit_kind = {.name = "bitstate",
                                           .exact = false,
                                           .announce = announce,
                                           .settle = settle,
                                           .load = load,
                                           .colour = colour,
                                           .raise = raise_to,
                                           .set_tails = set_tails,
                                           .omissions = omissions,
                                           .close = release};

static bool open_bits(struct bit_store *self,
                      const struct store_config *config) {
  const size_t most = config->memory_bytes / 4 * 3;
  const size_t wanted = config->array_bytes;
  const size_t lines =
      (wanted > 0 && wanted < most ? wanted : most) / (LINE_BITS / 8);
  self->bit_count = lines * (uint64_t)LINE_BITS;
  return lines > 0 &&
         region_grow(&self->bits, &self->base.budget, lines * (LINE_BITS / 8));
}

enum status store_open_bitstate(const struct store_config *config,
                                struct store **out) {
  struct bit_store *self = store_make(&bit_kind, sizeof *self, config);
  if (!self)
    return STATUS_NO_MEMORY;
  self->base.tails = config->tails;
  self->functions =
      config->hash_functions > 0 ? config->hash_functions : DEFAULT_FUNCTIONS;
  self->one_line = config->one_line;
  const bool has_bits = open_bits(self, config);
  if (!has_bits ||
      !carrier_open_hashing(&self->carrier, &self->base.budget, config->seed)) {
    region_release(&self->bits, &self->base.budget);
    free(self);
    return STATUS_NO_MEMORY;
  }
  *out = &self->base;
  return STATUS_OK;
}
