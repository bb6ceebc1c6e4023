/* The hash function of all tables, which can be undone. */
#ifndef LARIAT_STORE_MIX_H
#define LARIAT_STORE_MIX_H

#include <stdint.h>

/* A permutation of the 64-bit numbers in which every bit of the argument
 * reaches every bit of the result; 0 stays 0.  The finaliser of MurmurHash3
 * (Austin Appleby, public domain).
 */
static inline uint64_t mix64(uint64_t x) {
  x ^= x >> 33;
  x *= UINT64_C(0xff51afd7ed558ccd);
  x ^= x >> 33;
  x *= UINT64_C(0xc4ceb9fe1a85ec53);
  x ^= x >> 33;
  return x;
}

/* All the bits of a product, in one word.  For an odd factor that was drawn at
 * random it is a good hash of the other one, in a fraction of the time; 0 gives
 * 0.  (The step of Wang Yi's wyhash, public domain.)
 */
static inline uint64_t mix_product(uint64_t a, uint64_t b) {
  const unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The argument that mix64 gave this result for. */
static inline uint64_t unmix64(uint64_t x) {
  x ^= x >> 33;
  x *= UINT64_C(0x9cb4b2f8129337db);
  x ^= x >> 33;
  x *= UINT64_C(0x4f74430c22a54005);
  x ^= x >> 33;
  return x;
}

#endif
