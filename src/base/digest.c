/* SHA-256, after FIPS 180-4; the names are the standard's, in lower case. */
#include "base/digest.h"

#include <stdio.h>
#include <string.h>

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, int by) {
  return x >> by | x << (32 - by);
}

static uint32_t load(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 |
         at[3];
}

static void schedule(const uint8_t *block, uint32_t w[64]) {
  for (size_t t = 0; t < 16; t++)
    w[t] = load(block + 4 * t);
  for (int t = 16; t < 64; t++) {
    const uint32_t s0 =
        rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
    const uint32_t s1 =
        rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = s1 + w[t - 7] + s0 + w[t - 16];
  }
}

static void add_block(struct digest *digest, const uint8_t *block) {
  uint32_t w[64], v[8]; /* v: a to h */
  schedule(block, w);
  memcpy(v, digest->words, sizeof v);
  for (int t = 0; t < 64; t++) {
    const uint32_t sum1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
    const uint32_t ch = (v[4] & v[5]) ^ (~v[4] & v[6]);
    const uint32_t t1 = v[7] + sum1 + ch + round_constants[t] + w[t];
    const uint32_t sum0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
    const uint32_t maj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += t1;
    v[0] = t1 + sum0 + maj;
  }
  for (int i = 0; i < 8; i++)
    digest->words[i] += v[i];
}

void digest_init(struct digest *digest) {
  *digest = (struct digest){.words = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                      0xa54ff53a, 0x510e527f, 0x9b05688c,
                                      0x1f83d9ab, 0x5be0cd19}};
}

void digest_add(struct digest *digest, const void *bytes, size_t length) {
  const uint8_t *from = bytes;
  while (length > 0) {
    const size_t used = digest->length % DIGEST_BLOCK;
    const size_t room = DIGEST_BLOCK - used;
    const size_t count = length < room ? length : room;
    memcpy(digest->block + used, from, count);
    digest->length += count;
    from += count;
    length -= count;
    if (count == room)
      add_block(digest, digest->block);
  }
}

void digest_text(struct digest *digest, char text[2 * DIGEST_BYTES + 1]) {
  static const uint8_t padding[DIGEST_BLOCK] = {0x80};
  const uint64_t bits = 8 * digest->length;
  const size_t used = digest->length % DIGEST_BLOCK;
  uint8_t length[8];
  for (int i = 0; i < 8; i++)
    length[i] = (uint8_t)(bits >> (56 - 8 * i));
  digest_add(digest, padding, used < 56 ? 56 - used : 120 - used);
  digest_add(digest, length, sizeof length);
  for (size_t i = 0; i < 8; i++)
    snprintf(text + 8 * i, 9, "%08x", (unsigned)digest->words[i]);
}
