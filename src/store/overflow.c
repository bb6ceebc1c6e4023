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
#include "store/bit_line.h"

#include <assert.h>
#include <string.h>

enum { FUNCTIONS = 3 };

/* A smaller set than that is not worth it. */
static const uint64_t FEWEST_LINES = 1 << 10;

static union bit_line *lines_of(const struct overflow *overflow) {
  return (union bit_line *)(void *)overflow->bits.base;
}

static union bit_line *line_of(const struct overflow *overflow, uint64_t key) {
  return lines_of(overflow) + (((key >> 32) * overflow->lines) >> 32);
}

static void set_bits(union bit_line *line, uint64_t key) {
  bit_line_set_bits(line, key, FUNCTIONS);
}

/* Reads and clears each line, and sets the bits of its keys. */
static void convert(struct overflow *overflow, uint64_t old_lines) {
  VEC(uint64_t) early = {0};
  union bit_line *lines = lines_of(overflow);
  for (uint64_t i = 0; i < old_lines; i++) {
    const union bit_line keys = lines[i];
    memset(&lines[i], 0, sizeof lines[i]);
    for (unsigned j = 0; j < BIT_LINE_WORDS && keys.words[j] != 0; j++) {
      union bit_line *line = line_of(overflow, keys.words[j]);
      if (line > &lines[i])
        vec_push(&early, keys.words[j]);
      else
        set_bits(line, keys.words[j]);
    }
  }
  for (size_t i = 0; i < early.count; i++)
    set_bits(line_of(overflow, early.items[i]), early.items[i]);
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
  region_shrink(&overflow->bits, budget, overflow->lines * BIT_LINE_BYTES);
  return true;
}

void overflow_release(struct overflow *overflow, struct budget *budget) {
  region_release(&overflow->bits, budget);
}

void overflow_prepare(const struct overflow *overflow, uint64_t key) {
  __builtin_prefetch(line_of(overflow, key));
}

enum store_answer overflow_insert(struct overflow *overflow, uint64_t key) {
  union bit_line *line = line_of(overflow, key);
  if (bit_line_has_bits(line, key, FUNCTIONS))
    return STORE_SEEN;
  const double missed = bit_line_share(line, FUNCTIONS);
  set_bits(line, key);
  overflow->omitted += missed / (1 - missed);
  return STORE_NEW;
}
