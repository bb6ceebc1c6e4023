/* A large array of bits, of which a state sets a few: bit i is told by h + i g,
 * for two hashes h and g of the state (Kirsch and Mitzenmacher, Less Hashing,
 * Same Performance, ESA 2006).  This number, scaled, says which word, and its
 * last bits which bit of that.
 *
 * Included inside src/store/, and by who cannot afford a call for each state
 * (store_spread()).
 */
#ifndef LARIAT_STORE_SPREAD_H
#define LARIAT_STORE_SPREAD_H

#include "store/state_hash.h"

enum {
  SPREAD_FUNCTIONS = 3, /* usually: the compiler makes the most of it */
  SPREAD_WORD_BITS = 64,
};

struct spread {
  uint64_t *words;
  uint64_t bits;
  uint64_t set;      /* of them */
  uint64_t weigh_at; /* with so many set, `missed` is to be found anew */
  double missed;     /* to each state that is found, on average */
  double omitted;    /* all of these */
  uint32_t functions;
};

/* What is missed, by the share of bits that are set.  It changes so slowly that
 * it need not be done for each state.
 */
void spread_weigh(struct spread *spread);

/* g: the halves of h in the other order. */
static inline uint64_t spread_step(uint64_t hash) {
  return hash << 32 | hash >> 32 | 1;
}

static inline uint64_t *spread_word(const struct spread *spread,
                                    uint64_t number) {
  const uint64_t words = spread->bits / SPREAD_WORD_BITS;
  return spread->words + (uint64_t)(((unsigned __int128)number * words) >> 64);
}

/* Where the bits of a state are, if there are as many functions as usual. */
struct spread_place {
  uint64_t *words[SPREAD_FUNCTIONS];
};

/* Asks the memory for what is looked at soon. */
static inline struct spread_place spread_fetch(const struct spread *spread,
                                               uint64_t hash) {
  const uint64_t step = spread_step(hash);
  struct spread_place place;
#pragma GCC unroll 3
  for (unsigned i = 0; i < SPREAD_FUNCTIONS; i++, hash += step) {
    place.words[i] = spread_word(spread, hash);
    __builtin_prefetch(place.words[i]);
  }
  return place;
}

/* Of so many functions all are looked at: to stop at the first bit that is not
 * set costs more, for the processor cannot foresee which.
 */
static inline bool spread_has(const struct spread *spread, uint64_t hash,
                              uint32_t functions) {
  const uint64_t step = spread_step(hash);
  uint64_t all = 1;
#pragma GCC unroll 3
  for (uint32_t left = functions; left > 0; left--, hash += step)
    all &= *spread_word(spread, hash) >> (hash % SPREAD_WORD_BITS);
  return all & 1;
}

/* So many bits were set for a state, which is new if they are any. */
static inline bool spread_note(struct spread *spread, uint64_t set) {
  if (set == 0)
    return false;
  spread->set += set;
  spread->omitted += spread->missed;
  if (spread->set >= spread->weigh_at)
    spread_weigh(spread);
  return true;
}

/* False: it is there already. */
static inline bool spread_add(struct spread *spread, uint64_t hash,
                              uint32_t functions) {
  const uint64_t step = spread_step(hash);
  uint64_t set = 0;
#pragma GCC unroll 3
  for (uint32_t left = functions; left > 0; left--, hash += step) {
    uint64_t *word = spread_word(spread, hash);
    const uint64_t old = *word;
    *word = old | UINT64_C(1) << (hash % SPREAD_WORD_BITS);
    set += ~old >> (hash % SPREAD_WORD_BITS) & 1;
  }
  return spread_note(spread, set);
}

/* Those that are new, a bit each, of so many, 64 at most.  The processor can
 * look for one while it waits for the memory of another.  Some that are not
 * there may be the same.
 */
static inline uint64_t spread_take(struct spread *spread,
                                   const struct state_hash *hashes,
                                   unsigned count, uint32_t functions) {
  uint64_t found = 0;
  for (unsigned i = count; i-- > 0;)
    found = found << 1 | !spread_has(spread, hashes[i].first, functions);
  for (uint64_t left = found; left != 0; left &= left - 1)
    if (!spread_add(spread, hashes[__builtin_ctzll(left)].first, functions))
      found &= ~(left & -left);
  return found;
}

/* The same for states that were asked for. */
static inline bool spread_has_at(const struct spread_place *place,
                                 uint64_t hash) {
  const uint64_t step = spread_step(hash);
  uint64_t all = 1;
#pragma GCC unroll 3
  for (unsigned i = 0; i < SPREAD_FUNCTIONS; i++, hash += step)
    all &= *place->words[i] >> (hash % SPREAD_WORD_BITS);
  return all & 1;
}

static inline bool spread_add_at(struct spread *spread,
                                 const struct spread_place *place,
                                 uint64_t hash) {
  const uint64_t step = spread_step(hash);
  uint64_t set = 0;
#pragma GCC unroll 3
  for (unsigned i = 0; i < SPREAD_FUNCTIONS; i++, hash += step) {
    uint64_t *word = place->words[i];
    const uint64_t old = *word;
    *word = old | UINT64_C(1) << (hash % SPREAD_WORD_BITS);
    set += ~old >> (hash % SPREAD_WORD_BITS) & 1;
  }
  return spread_note(spread, set);
}

static inline uint64_t spread_take_at(struct spread *spread,
                                      const struct spread_place *places,
                                      const struct state_hash *hashes,
                                      unsigned count) {
  uint64_t found = 0;
  for (unsigned i = count; i-- > 0;)
    found = found << 1 | !spread_has_at(&places[i], hashes[i].first);
  for (uint64_t left = found; left != 0; left &= left - 1)
    if (!spread_add_at(spread, &places[__builtin_ctzll(left)],
                       hashes[__builtin_ctzll(left)].first))
      found &= ~(left & -left);
  return found;
}

#endif
