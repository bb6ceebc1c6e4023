/* A table of keys turned into a table of bits, in place.
 *
 * A key sets FUNCTIONS bits in one cache line.  The high half of the key says
 * which line: it is scaled to the number of lines, as the home of a key in the
 * table is (roots.c); the low half says which bits.  So the bits of a key lie
 * where the key lay, or further to the front, as the lines become fewer: one
 * pass from the front to the back reads each line, clears it, and sets bits in
 * lines that were read before.  The few keys that lie before their home,
 * because they found no place at the end of the table, are set at the end of
 * the pass.
 *
 * Nothing is held twice.  An eighth of the memory is given back, for values of
 * words that are still to come and for the stack.
 *
 * A full table has 7.5 keys in a line of 512 bits, so right after the change 4
 * % of the bits are set and one new key in ten thousand is taken for an old
 * one; with ten times as many keys, about one in sixteen.
 *
 * Expected omissions are counted as in bitstate.c, line by line: when a share f
 * of a line is set, there are p / (1 - p) omitted keys to each new one, with p
 * = f^FUNCTIONS.
 */
#include "store/overflow.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>

enum { FUNCTIONS = 3, LINE_WORDS = 8, LINE_BITS = 512, BIT_SHIFT = 9 };

/* A smaller set than that is not worth it. */
static const uint64_t FEWEST_LINES = 1 << 10;

static uint64_t *line_of(const struct overflow *overflow, uint64_t key) {
  const uint64_t line = ((key >> 32) * overflow->lines) >> 32;
  return (uint64_t *)(void *)overflow->bits.base + line * LINE_WORDS;
}

static unsigned bit_of(uint64_t key, unsigned function) {
  return key >> (function * BIT_SHIFT) & (LINE_BITS - 1);
}

/* Sets the bits of a key; true when one was not set. */
static bool set_bits(uint64_t *line, uint64_t key) {
  bool is_new = false;
  for (unsigned i = 0; i < FUNCTIONS; i++) {
    const unsigned bit = bit_of(key, i);
    const uint64_t mask = UINT64_C(1) << bit % 64;
    is_new |= !(line[bit / 64] & mask);
    line[bit / 64] |= mask;
  }
  return is_new;
}

/* Reads and clears each line, and sets the bits of its keys. */
static void convert(struct overflow *overflow, uint64_t old_lines) {
  VEC(uint64_t) early = {0};
  uint64_t *words = (uint64_t *)(void *)overflow->bits.base;
  for (uint64_t i = 0; i < old_lines; i++) {
    uint64_t keys[LINE_WORDS], *here = words + i * LINE_WORDS;
    memcpy(keys, here, sizeof keys);
    memset(here, 0, sizeof keys);
    for (unsigned j = 0; j < LINE_WORDS && keys[j] != 0; j++) {
      uint64_t *line = line_of(overflow, keys[j]);
      if (line > here)
        vec_push(&early, keys[j]);
      else
        (void)set_bits(line, keys[j]);
    }
  }
  for (size_t i = 0; i < early.count; i++)
    (void)set_bits(line_of(overflow, early.items[i]), early.items[i]);
  vec_free(&early);
}

bool overflow_begin(struct overflow *overflow, struct roots *roots,
                    struct budget *budget) {
  const uint64_t old_lines = roots->size;
  if (old_lines < FEWEST_LINES || roots->tails > 0)
    return false;
  *overflow = (struct overflow){.bits = roots->lines,
                                .lines = old_lines - old_lines / 8};
  roots->lines = (struct region){0};
  roots_release(roots, budget);
  *roots = (struct roots){0};
  convert(overflow, old_lines);
  region_shrink(&overflow->bits, budget,
                overflow->lines * LINE_WORDS * sizeof(uint64_t));
  return true;
}

void overflow_release(struct overflow *overflow, struct budget *budget) {
  region_release(&overflow->bits, budget);
}

void overflow_prepare(const struct overflow *overflow, uint64_t key) {
  __builtin_prefetch(line_of(overflow, key));
}

/* The chance that another key finds all its bits set here. */
static double chance(const uint64_t *line) {
  unsigned set = 0;
  for (unsigned i = 0; i < LINE_WORDS; i++)
    set += (unsigned)__builtin_popcountll(line[i]);
  const double share = (double)set / LINE_BITS;
  return share * share * share;
}

enum store_answer overflow_insert(struct overflow *overflow, uint64_t key) {
  uint64_t *line = line_of(overflow, key);
  const double missed = chance(line);
  if (!set_bits(line, key))
    return STORE_SEEN;
  overflow->omitted += missed / (1 - missed);
  return STORE_NEW;
}
