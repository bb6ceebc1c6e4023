/* Store of bits: of a state, a few bits of one large array are all that is
 * kept.
 *
 * A state that is not there sets its bits.  When others have set them before,
 * it is taken for seen and never searched: an error may be missed, but none is
 * invented.  (Holzmann, An Improved Protocol Reachability Analysis Technique,
 * Software: Practice and Experience 18, 1988.)
 *
 * The array is made of cache lines.  The hash of a state says which line, by
 * its upper half, and by its lower half what is put there: a fingerprint as
 * long as there are few, k bits when they are many (bit_line.h).  This costs
 * one access to memory.  Or the k bits are spread over the array, which costs
 * k (spread.h).  Spread bits fill up more evenly:
 * where a large share of the states is lost, a few in a hundred of those fewer
 * are.  Lines lose next to nothing while there are 30 bits and more for a
 * state.  Both take about the same time, for the memory of several states is
 * fetched together.  So a small array, which is likely to fill up, is spread,
 * and a large one has lines.
 *
 * A tail of a head is a state of its own, and a colour c of it is three: is it
 * at least 1, at least 2, 3?  So colours can only grow, and heads by themselves
 * take no bits when there are tails.
 *
 * Expected omissions: p is the chance that a state that arrives for the first
 * time finds its fingerprint or all its bits there.  So to each one found new
 * there are p / (1 - p) that were not, on average; the sum over all is told.
 * What could be reached through omitted states alone is not in it.
 *
 * The array has its final size from the start: three quarters of the memory,
 * unless another one is asked for.  The rest is for the carrier, which keeps
 * what waits to be expanded, and for the stack.
 */
#include "store/bit_line.h"
#include "store/carrier.h"
#include "store/mix.h"
#include "store/spread.h"

#include <assert.h>
#include <stdlib.h>

enum {
  WEIGHED_EACH = 1 << 12, /* part of the bits */
  ALL_WEIGHED = 1024,     /* lines that are bits, and then */
  LINES_WEIGHED = 8,      /* one in so many */
};

static const uint64_t MOST_SPREAD = 1 << 23; /* bytes */
static const uint64_t GOLDEN = UINT64_C(0x9e3779b97f4a7c15);

struct bit_store {
  struct store base;
  struct carrier carrier;
  struct region bits;
  uint64_t lines;
  struct spread spread; /* its words: NULL if they are lines */
  uint64_t bit_lines;   /* added to */
  uint32_t functions;   /* k */
  double omitted;       /* by lines */
};

static uint64_t scale(uint64_t hash, uint64_t range) {
  return (uint64_t)(((unsigned __int128)hash * range) >> 64);
}

/* To each state that is found, so many are not, on average. */
static double missed_for(double chance) {
  return chance < 1 ? chance / (1 - chance) : 0;
}

/* ---- lines ---- */

static union bit_line *line_of(const struct bit_store *self, uint64_t hash) {
  union bit_line *lines = (union bit_line *)(void *)self->bits.base;
  return &lines[scale(hash, self->lines)];
}

static bool has_in_line(const struct bit_store *self, uint64_t hash) {
  return bit_line_has(line_of(self, hash), bit_line_print(hash),
                      self->functions);
}

/* To count the bits of a line takes longer than to set some: when there are
 * many lines of them, one in so many tells enough.
 */
static void weigh_line(struct bit_store *self, const union bit_line *line) {
  const bool samples =
      bit_line_is_bits(line) && ++self->bit_lines > ALL_WEIGHED;
  if (samples && self->bit_lines % LINES_WEIGHED != 0)
    return;
  self->omitted += missed_for(bit_line_chance(line, self->functions)) *
                   (samples ? LINES_WEIGHED : 1);
}

static bool add_to_line(struct bit_store *self, uint64_t hash) {
  union bit_line *line = line_of(self, hash);
  if (has_in_line(self, hash))
    return false;
  weigh_line(self, line);
  bit_line_add(line, bit_line_print(hash), self->functions);
  return true;
}

/* ---- bits that are spread ---- */

void spread_weigh(struct spread *spread) {
  const double share = (double)spread->set / (double)spread->bits;
  double chance = share;
  for (uint32_t i = 1; i < spread->functions; i++)
    chance *= share;
  spread->missed = missed_for(chance);
  spread->weigh_at = spread->set + spread->bits / WEIGHED_EACH + 1;
}

static bool is_spread(const struct bit_store *self) {
  return self->spread.words;
}

/* ---- either way ---- */

static bool has(const struct bit_store *self, uint64_t hash) {
  return is_spread(self) ? spread_has(&self->spread, hash, self->functions)
                         : has_in_line(self, hash);
}

/* False: it is there already. */
static bool add(struct bit_store *self, uint64_t hash) {
  return is_spread(self) ? spread_add(&self->spread, hash, self->functions)
                         : add_to_line(self, hash);
}

/* ---- states ---- */

/* With tails each state gets a reference, for the sake of its colours. */
static void announce(struct store *store, const uint8_t *state, size_t length,
                     uint64_t changed, struct store_ticket *ticket) {
  struct bit_store *self = (struct bit_store *)store;
  struct carried carried;
  ticket->answer = STORE_FULL;
  if (carrier_write(&self->carrier, state, length, changed, &carried))
    *ticket = (struct store_ticket){carried.ref, STORE_SEEN, carried.hash};
}

static enum store_answer settle(struct store *store,
                                const struct store_ticket *ticket) {
  (void)store;
  return ticket->answer;
}

static struct state_hasher *hasher(struct store *store) {
  return &((struct bit_store *)store)->carrier.hasher;
}

static uint64_t take_in_lines(struct bit_store *self,
                              const struct state_hash *hashes, unsigned count) {
  uint64_t found = 0;
  for (unsigned i = 0; i < count; i++)
    found |= (uint64_t)add_to_line(self, hashes[i].first) << i;
  return found;
}

static unsigned take_hashes(struct store *store,
                            const struct state_hash *hashes, unsigned count,
                            uint64_t *is_new) {
  struct bit_store *self = (struct bit_store *)store;
  if (!is_spread(self))
    *is_new = take_in_lines(self, hashes, count);
  else if (self->functions == SPREAD_FUNCTIONS)
    *is_new = spread_take(&self->spread, hashes, count, SPREAD_FUNCTIONS);
  else
    *is_new = spread_take(&self->spread, hashes, count, self->functions);
  return count;
}

static bool refer(struct store *store, const uint8_t *state, size_t length,
                  state_ref *ref) {
  struct bit_store *self = (struct bit_store *)store;
  return carrier_refer(&self->carrier, state, length, ref);
}

static size_t load(struct store *store, state_ref ref, uint8_t *buffer) {
  struct bit_store *self = (struct bit_store *)store;
  return carrier_load(&self->carrier, ref, buffer);
}

/* ---- colours ---- */

/* The hash of "this tail of this head has at least this colour". */
static uint64_t at_least(uint64_t head, uint32_t tail, unsigned colour) {
  return mix64(head + ((uint64_t)tail * 4 + colour) * GOLDEN);
}

static uint64_t hash_of(struct bit_store *self, state_ref head) {
  return carrier_hash(&self->carrier, head).first;
}

static unsigned colour(struct store *store, state_ref head, uint32_t tail) {
  struct bit_store *self = (struct bit_store *)store;
  const uint64_t hash = hash_of(self, head);
  unsigned found = 0;
  while (found < 3 && has(self, at_least(hash, tail, found + 1)))
    found++;
  return found;
}

static void raise_to(struct store *store, state_ref head, uint32_t tail,
                     unsigned wanted) {
  struct bit_store *self = (struct bit_store *)store;
  const uint64_t hash = hash_of(self, head);
  for (unsigned i = colour(store, head, tail) + 1; i <= wanted; i++)
    (void)add(self, at_least(hash, tail, i));
}

static void set_tails(struct store *store, uint32_t tails) {
  (void)store;
  (void)tails;
}

/* ---- opening and closing ---- */

static double omissions(const struct store *store) {
  const struct bit_store *self = (const struct bit_store *)store;
  return self->omitted + self->spread.omitted;
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
                                           .hasher = hasher,
                                           .take_hashes = take_hashes,
                                           .refer = refer,
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
  self->lines = (wanted > 0 && wanted < most ? wanted : most) / BIT_LINE_BYTES;
  if (self->lines == 0 || !region_grow(&self->bits, &self->base.budget,
                                       self->lines * BIT_LINE_BYTES))
    return false;
  region_use_huge_pages(&self->bits);
  self->base.window = (struct store_window){
      .base = self->bits.base, .bytes = self->lines * BIT_LINE_BYTES};
  return true;
}

static bool is_to_be_spread(const struct bit_store *self,
                            enum bit_layout layout) {
  return layout == BITS_SPREAD || (layout == BITS_AS_FITS &&
                                   self->lines * BIT_LINE_BYTES <= MOST_SPREAD);
}

static void spread(struct bit_store *self) {
  self->spread = (struct spread){.words = (uint64_t *)(void *)self->bits.base,
                                 .bits = self->lines * BIT_LINE_BITS,
                                 .functions = self->functions};
  if (self->functions == SPREAD_FUNCTIONS)
    self->base.spread = &self->spread;
}

enum status store_open_bitstate(const struct store_config *config,
                                struct store **out) {
  struct bit_store *self = store_make(&bit_kind, sizeof *self, config);
  if (!self)
    return STATUS_NO_MEMORY;
  self->base.tails = config->tails;
  self->functions =
      config->hash_functions > 0 ? config->hash_functions : SPREAD_FUNCTIONS;
  const bool has_bits = open_bits(self, config);
  if (is_to_be_spread(self, config->bit_layout))
    spread(self);
  if (!has_bits || !carrier_open_hashing(&self->carrier, &self->base.budget,
                                         config->seed, false)) {
    region_release(&self->bits, &self->base.budget);
    free(self);
    return STATUS_NO_MEMORY;
  }
  *out = &self->base;
  return STATUS_OK;
}
