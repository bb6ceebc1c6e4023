/* Radix sort in place, from the highest byte down.
 *
 * Records are counted by the byte at hand, and then swapped, each to the next
 * place of its bucket, until all are where they belong; then each bucket is
 * sorted by the bytes below.  Short ones are sorted by insertion.  With keys
 * that are as good as random that is two or three passes, whatever their
 * number.  (McIlroy, Bostic, McIlroy: Engineering Radix Sort, Computing Systems
 * 6(1), 1993: the American flag sort.)
 */
#include "base/sort.h"

#include <assert.h>
#include <string.h>

enum {
  BYTE_BITS = 8,
  TOP_SHIFT = 56,
  BUCKETS = 1 << BYTE_BITS,
  FEW = 32, /* records: sorted by insertion */
};

struct sorting {
  uint64_t *records;
  unsigned words;
};

static uint64_t *record_at(const struct sorting *sorting, size_t index) {
  return sorting->records + index * sorting->words;
}

static void copy(const struct sorting *sorting, uint64_t *to,
                 const uint64_t *from) {
  for (unsigned i = 0; i < sorting->words; i++)
    to[i] = from[i];
}

static void swap(const struct sorting *sorting, uint64_t *a, uint64_t *b) {
  for (unsigned i = 0; i < sorting->words; i++) {
    const uint64_t word = a[i];
    a[i] = b[i];
    b[i] = word;
  }
}

static void sort_by_insertion(const struct sorting *sorting, size_t first,
                              size_t end) {
  uint64_t moved[SORT_MOST_WORDS] = {0};
  for (size_t i = first + 1; i < end; i++) {
    size_t j = i;
    copy(sorting, moved, record_at(sorting, i));
    for (; j > first && record_at(sorting, j - 1)[0] > moved[0]; j--)
      copy(sorting, record_at(sorting, j), record_at(sorting, j - 1));
    copy(sorting, record_at(sorting, j), moved);
  }
}

static unsigned byte_of(const uint64_t *record, unsigned shift) {
  return record[0] >> shift & (BUCKETS - 1);
}

/* Moves each record to its bucket; ends[b] is where bucket b ends. */
static void distribute(const struct sorting *sorting, size_t first, size_t end,
                       unsigned shift, size_t *ends) {
  size_t counts[BUCKETS] = {0}, next[BUCKETS];
  for (size_t i = first; i < end; i++)
    counts[byte_of(record_at(sorting, i), shift)]++;
  for (unsigned b = 0; b < BUCKETS; b++) {
    next[b] = b == 0 ? first : ends[b - 1];
    ends[b] = next[b] + counts[b];
  }
  for (unsigned b = 0; b < BUCKETS; b++)
    while (next[b] < ends[b]) {
      uint64_t *record = record_at(sorting, next[b]);
      const unsigned home = byte_of(record, shift);
      if (home != b)
        swap(sorting, record, record_at(sorting, next[home]));
      next[home]++;
    }
}

/* As deep as a word has bytes. */
static void sort_part(const struct sorting *sorting, size_t first, size_t end,
                      unsigned shift) {
  if (end - first <= FEW) {
    sort_by_insertion(sorting, first, end);
    return;
  }
  size_t ends[BUCKETS];
  distribute(sorting, first, end, shift, ends);
  for (unsigned b = 0; shift > 0 && b < BUCKETS; b++) {
    const size_t begin = b == 0 ? first : ends[b - 1];
    if (ends[b] - begin > 1)
      sort_part(sorting, begin, ends[b], shift - BYTE_BITS);
  }
}

void sort_records(uint64_t *records, size_t count, unsigned words) {
  assert(words > 0 && words <= SORT_MOST_WORDS);
  struct sorting sorting = {.words = words};
  sorting.records = records;
  if (count > 1)
    sort_part(&sorting, 0, count, TOP_SHIFT);
}
