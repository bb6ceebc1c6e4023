/* The bits of a word at given places, put side by side, and back again.
 *
 * Gathering is linear: what two words differ in gives what their gathered bits
 * differ in.  Processors that have an instruction for it need one; others take
 * the runs of neighbouring places one after the other.
 */
#ifndef LARIAT_STORE_GATHER_H
#define LARIAT_STORE_GATHER_H

#include <stdbool.h>
#include <stdint.h>

/* Does this processor have the instructions? */
static inline bool gather_is_built_in(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

/* So many ones. */
static inline uint64_t gather_ones(unsigned count) {
  return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/* The lowest run of places: where it begins, and how long it is. */
struct gather_run {
  unsigned first, length;
};

static inline struct gather_run gather_lowest(uint64_t places) {
  const unsigned first = (unsigned)__builtin_ctzll(places);
  const uint64_t above = ~(places >> first);
  return (struct gather_run){
      .first = first,
      .length = above == 0 ? 64 : (unsigned)__builtin_ctzll(above)};
}

static inline uint64_t gather_slowly(uint64_t word, uint64_t places) {
  uint64_t gathered = 0;
  unsigned filled = 0;
  while (places != 0) {
    const struct gather_run run = gather_lowest(places);
    const uint64_t ones = gather_ones(run.length);
    gathered |= (word >> run.first & ones) << filled;
    filled += run.length;
    places &= ~(ones << run.first);
  }
  return gathered;
}

static inline uint64_t scatter_slowly(uint64_t gathered, uint64_t places) {
  uint64_t word = 0;
  while (places != 0) {
    const struct gather_run run = gather_lowest(places);
    const uint64_t ones = gather_ones(run.length);
    word |= (gathered & ones) << run.first;
    gathered = run.length >= 64 ? 0 : gathered >> run.length;
    places &= ~(ones << run.first);
  }
  return word;
}

/* The bits of the word at these places. */
static inline uint64_t gather(bool built_in, uint64_t word, uint64_t places) {
#if defined(__x86_64__)
  if (built_in) {
    uint64_t gathered;
    __asm__("pext %2, %1, %0" : "=r"(gathered) : "r"(word), "r"(places));
    return gathered;
  }
#endif
  (void)built_in;
  return gather_slowly(word, places);
}

/* The word that has these bits at the places, and zeros elsewhere. */
static inline uint64_t scatter(bool built_in, uint64_t gathered,
                               uint64_t places) {
#if defined(__x86_64__)
  if (built_in) {
    uint64_t word;
    __asm__("pdep %2, %1, %0" : "=r"(word) : "r"(gathered), "r"(places));
    return word;
  }
#endif
  (void)built_in;
  return scatter_slowly(gathered, places);
}

#endif
