/* SHA-256 (FIPS 180-4): names contents, also for who would forge them. */
#ifndef LARIAT_BASE_DIGEST_H
#define LARIAT_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_BYTES = 32, DIGEST_BLOCK = 64 };

struct digest {
  uint32_t words[8];
  uint8_t block[DIGEST_BLOCK];
  uint64_t length; /* of all that was added */
};

void digest_init(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t length);
/* Ends it: 64 hexadecimal digits and a zero. */
void digest_text(struct digest *digest, char text[2 * DIGEST_BYTES + 1]);

#endif
