/* Heap memory that cannot fail.
 *
 * What to do when there is none is the one writable variable of this layer.
 * The handlers are set once, before any thread exists, and only read
 * afterwards; passing them down instead would add a parameter to every function
 * that builds a list.  The spare block is never written to, so it takes address
 * space and no memory.  One thread at a time may run out.
 *
 * A request for no bytes gets one, so that NULL never is a valid answer.
 */
#include "base/memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void give_up(void) {
  fputs("out of memory\n", stderr);
}

static struct {
  memory_handler *exhausted;
  memory_handler *low;
  void *spare; /* NULL: nothing is laid aside */
} want = {.exhausted = give_up};

void memory_on_exhaustion(memory_handler *handler) {
  want.exhausted = handler ? handler : give_up;
}

void memory_lay_aside(size_t bytes, memory_handler *warn) {
  free(want.spare);
  want.spare = malloc(bytes);
  want.low = warn;
}

void memory_exhausted(void) {
  want.exhausted();
}

/* Gives back what was laid aside; false when there is nothing. */
static bool break_into_spare(void) {
  if (!want.spare)
    return false;
  free(want.spare);
  want.spare = NULL;
  want.low();
  return true;
}

static void *checked(void *block) {
  if (!block) {
    want.exhausted();
    abort();
  }
  return block;
}

void *memory_alloc(size_t bytes) {
  bytes = bytes ? bytes : 1;
  void *block = calloc(1, bytes);
  if (!block && break_into_spare())
    block = calloc(1, bytes);
  return checked(block);
}

void *memory_resize(void *block, size_t bytes) {
  bytes = bytes ? bytes : 1;
  void *resized = realloc(block, bytes);
  if (!resized && break_into_spare())
    resized = realloc(block, bytes);
  return checked(resized);
}

void memory_free(void *block) {
  free(block);
}
