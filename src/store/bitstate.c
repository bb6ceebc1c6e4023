/* Store of bits: of a state, a few bits of one large array are all that is
 * kept.
 *
 * A state that is not there sets its bits.  When others have set them before,
 * it is taken for seen and never searched: an error may be missed, but none is
 * invented.  (Holzmann, An Improved Protocol Reachability Analysis Technique,
 * Software: Practice and Experience 18, 1988.)
 *
 * The array is made of cache lines.  The hash of a state, times their number,
 * says which line, by its upper word, and by its lower word what is put there:
 * a fingerprint as long as there are few, k bits when they are many
 * (bit_line.h).  This costs
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
 * The array takes three quarters of the memory, or less if that is little,
 * unless another size is asked for.  The rest is for the carrier, which keeps
 * what waits to be expanded, and for the stack.  Of the lines only a few are
 * used at first.  When one of them is full, and there are lines left, each is
 * split in two: so a search of few states touches little memory, and none of it
 * before it is needed.  Until then the rest of the search may have it.
 */
#include "store/bit_line.h"
#include "store/carrier.h"
#include "store/mix.h"
#include "store/spread.h"

#include <assert.h>
#include <stdlib.h>

enum {
  WEIGHED_EACH = 1 << 12, /* part of the bits */
  ALL_WEIGHED = 1024,     /* lines that were added to, and then */
  LINES_WEIGHED = 8,      /* one in so many */
  FEWEST_LINES = 1 << 13, /* where there are more to come */
};

static const uint64_t MOST_SPREAD = 1 << 23; /* bytes */
static const uint64_t GOLDEN = UINT64_C(0x9e3779b97f4a7c15);

struct bit_store {
  struct store base;
  struct carrier carrier;
  struct region bits;
  uint64_t lines;       /* in use */
  unsigned splits;      /* that are to come: each doubles the lines */
  struct spread spread; /* its words: NULL if they are lines */
  uint64_t added;       /* to lines */
  uint32_t functions;   /* k */
  double omitted;       /* by lines */
};

/* To each state that is found, so many are not, on average. */
static double missed_for(double chance) {
  return chance < 1 ? chance / (1 - chance) : 0;
}

/* ---- lines ---- */

/* A line, and what is put there. */
struct line_place {
  union bit_line *line;
  uint32_t print;
};

static union bit_line *all_lines(const struct bit_store *self) {
  return (union bit_line *)(void *)self->bits.base;
}

static struct line_place place_of(const struct bit_store *self, uint64_t hash) {
  const unsigned __int128 place = (unsigned __int128)hash * self->lines;
  return (struct line_place){all_lines(self) + (uint64_t)(place >> 64),
                             bit_line_print((uint64_t)place)};
}

static bool has_in_line(const struct bit_store *self, uint64_t hash) {
  const struct line_place place = place_of(self, hash);
  return bit_line_has(place.line, place.print, self->functions);
}

static void note_window(struct bit_store *self) {
  self->base.window = (struct store_window){
      .base = self->bits.base, .bytes = self->lines * BIT_LINE_BYTES};
}

/* Those behind them are empty. */
__attribute__((noinline)) static void split_lines(struct bit_store *self) {
  union bit_line *lines = all_lines(self);
  for (uint64_t i = self->lines; i-- > 0;)
    bit_line_split(&lines[i], &lines[2 * i]);
  self->lines *= 2;
  self->splits--;
  note_window(self);
}

/* To look through a line takes longer than to add to it: when there are many,
 * one in so many tells enough.
 */
static void weigh_line(struct bit_store *self, const union bit_line *line) {
  const bool samples = ++self->added > ALL_WEIGHED;
  if (samples && self->added % LINES_WEIGHED != 0)
    return;
  self->omitted += missed_for(bit_line_chance(line, self->functions)) *
                   (samples ? LINES_WEIGHED : 1);
}

static bool add_to_line(struct bit_store *self, uint64_t hash) {
  struct line_place place = place_of(self, hash);
  enum bit_line_answer answer;
  while ((answer = bit_line_take(place.line, place.print, self->functions,
                                 self->splits > 0)) == BIT_LINE_FULL) {
    split_lines(self);
    place = place_of(self, hash);
  }
  if (answer == BIT_LINE_ADDED)
    weigh_line(self, place.line);
  return answer == BIT_LINE_ADDED;
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

/* Lines that are to come. */
static size_t idle(const struct store *store) {
  const struct bit_store *self = (const struct bit_store *)store;
  return self->bits.bytes - self->lines * BIT_LINE_BYTES;
}

/* One doubling less will be possible. */
static bool yield(struct store *store) {
  struct bit_store *self = (struct bit_store *)store;
  const size_t before = self->bits.bytes;
  if (self->splits == 0)
    return false;
  region_shrink(&self->bits, &self->base.budget,
                (self->lines << (self->splits - 1)) * BIT_LINE_BYTES);
  if (self->bits.bytes == before)
    return false;
  self->splits--;
  note_window(self);
  return true;
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
                                           .idle = idle,
                                           .yield = yield,
                                           .close = release};

/* A stack cannot do with less than a few blocks; and what is larger than a huge
 * page takes whole ones.
 */
size_t store_most_bits(size_t memory) {
  enum { STACK_BYTES = 3 << 20, PAGE_BYTES = 1 << 21 };
  const size_t half = memory / 2, stack = memory / 4;
  if (stack >= STACK_BYTES)
    return memory - stack;
  const size_t bits = memory - (half < STACK_BYTES ? half : STACK_BYTES);
  return bits > PAGE_BYTES ? bits - bits % PAGE_BYTES : bits;
}

static bool open_bits(struct bit_store *self,
                      const struct store_config *config) {
  const size_t most = store_most_bits(config->memory_bytes);
  const size_t wanted = config->array_bytes;
  self->lines = (wanted > 0 && wanted < most ? wanted : most) / BIT_LINE_BYTES;
  return self->lines > 0 && region_grow(&self->bits, &self->base.budget,
                                        self->lines * BIT_LINE_BYTES);
}

static bool is_to_be_spread(const struct bit_store *self,
                            enum bit_layout layout) {
  return layout == BITS_SPREAD || (layout == BITS_AS_FITS &&
                                   self->lines * BIT_LINE_BYTES <= MOST_SPREAD);
}

static void spread(struct bit_store *self) {
  region_use_huge_pages(&self->bits);
  self->spread = (struct spread){.words = (uint64_t *)(void *)self->bits.base,
                                 .bits = self->lines * BIT_LINE_BITS,
                                 .functions = self->functions};
  if (self->functions == SPREAD_FUNCTIONS)
    self->base.spread = &self->spread;
}

/* Begins with a part of the lines. */
static void begin_small(struct bit_store *self) {
  while (self->splits < BIT_LINE_SPLITS && self->lines / 2 >= FEWEST_LINES) {
    self->lines /= 2;
    self->splits++;
  }
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
  else
    begin_small(self);
  note_window(self);
  if (!has_bits || !carrier_open_hashing(&self->carrier, &self->base.budget,
                                         config->seed, false)) {
    region_release(&self->bits, &self->base.budget);
    free(self);
    return STATUS_NO_MEMORY;
  }
  *out = &self->base;
  return STATUS_OK;
}
