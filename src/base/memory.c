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

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static void give_up(void) {
  fputs("out of memory\n", stderr);
}

static struct {
  memory_handler *exhausted;
  memory_handler *low;
  void *spare; /* NULL: nothing is laid aside */
  size_t spare_bytes;
} want = {.exhausted = give_up};

void memory_on_exhaustion(memory_handler *handler) {
  want.exhausted = handler ? handler : give_up;
}

static void give_back_spare(void) {
  if (want.spare)
    munmap(want.spare, want.spare_bytes);
  want.spare = NULL;
}

/* Not by malloc, which may write to what it gives (MALLOC_PERTURB_). */
void memory_lay_aside(size_t bytes, memory_handler *warn) {
  give_back_spare();
  void *spare = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  want.spare = spare == MAP_FAILED ? NULL : spare;
  want.spare_bytes = bytes;
  want.low = warn;
}

void memory_exhausted(void) {
  want.exhausted();
}

/* Gives back what was laid aside; false when there is nothing. */
static bool break_into_spare(void) {
  if (!want.spare)
    return false;
  give_back_spare();
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

void memory_trim(void) {
  (void)malloc_trim(0);
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
