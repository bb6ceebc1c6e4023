/* Whether a test program is watched by a sanitizer. */
#ifndef LARIAT_TESTS_SANITIZED_H
#define LARIAT_TESTS_SANITIZED_H

#include <stdbool.h>

/* Those that watch memory take more of the address space than any limit leaves,
 * and end the program when it asks for too much.
 */
static inline bool memory_is_watched(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

#endif
