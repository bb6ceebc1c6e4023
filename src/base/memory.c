/* Heap memory that cannot fail.
 *
 * The handler is the one writable variable of this layer.  It is set once,
 * before any thread exists, and only read afterwards; passing it down instead
 * would add a parameter to every function that builds a list.
 *
 * A request for no bytes gets one, so that NULL never is a valid answer.
 */
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

static void give_up(void) {
  fputs("out of memory\n", stderr);
}

static memory_handler *on_exhaustion = give_up;

void memory_on_exhaustion(memory_handler *handler) {
  on_exhaustion = handler ? handler : give_up;
}

void memory_exhausted(void) {
  on_exhaustion();
}

static void *checked(void *block) {
  if (!block) {
    on_exhaustion();
    abort();
  }
  return block;
}

void *memory_alloc(size_t bytes) {
  return checked(calloc(1, bytes ? bytes : 1));
}

void *memory_resize(void *block, size_t bytes) {
  return checked(realloc(block, bytes ? bytes : 1));
}

void memory_free(void *block) {
  free(block);
}
