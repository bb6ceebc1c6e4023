/* An arena: blocks of memory, handed out from front to back.
 *
 * Blocks are chained, the one being filled first.  Each new block is twice as
 * large as the last, up to a limit, so a small arena is small and a large one
 * has few blocks.  A request that would waste much of a block gets a block to
 * itself, chained behind the one being filled, which stays in use.
 *
 * Invariant: what lies beyond `used` in a block is zero, as calloc left it, so
 * allocation clears nothing.  Allocating costs an addition and a comparison.
 */
#include "base/arena.h"
#include "base/memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_BLOCK = 4 << 10, LAST_BLOCK = 1 << 20 };

struct block {
  struct block *next;
  size_t used, size;
  _Alignas(max_align_t) char bytes[];
};

struct arena {
  struct block *current;
};

static struct block *block_open(size_t size) {
  size_t bytes = size > SIZE_MAX - sizeof(struct block)
                     ? SIZE_MAX
                     : sizeof(struct block) + size;
  struct block *block = memory_alloc(bytes);
  block->size = size;
  return block;
}

struct arena *arena_open(void) {
  struct arena *arena = memory_alloc(sizeof *arena);
  arena->current = block_open(FIRST_BLOCK);
  return arena;
}

void arena_close(struct arena *arena) {
  if (!arena)
    return;
  for (struct block *block = arena->current, *next; block; block = next) {
    next = block->next;
    memory_free(block);
  }
  memory_free(arena);
}

static size_t aligned(size_t bytes) {
  const size_t mask = _Alignof(max_align_t) - 1;
  return bytes > SIZE_MAX - mask ? SIZE_MAX - mask : (bytes + mask) & ~mask;
}

/* A block with room for so many bytes; becomes the current one if small. */
static struct block *room_for(struct arena *arena, size_t bytes) {
  struct block *current = arena->current;
  if (bytes <= current->size - current->used)
    return current;
  if (bytes > current->size / 4) {
    struct block *single = block_open(bytes);
    single->next = current->next;
    current->next = single;
    return single;
  }
  size_t size = current->size < LAST_BLOCK ? current->size * 2 : LAST_BLOCK;
  arena->current = block_open(size);
  arena->current->next = current;
  return arena->current;
}

void *arena_alloc(struct arena *arena, size_t bytes) {
  bytes = aligned(bytes ? bytes : 1);
  struct block *block = room_for(arena, bytes);
  void *piece = block->bytes + block->used;
  block->used += bytes;
  assert(block->used <= block->size);
  return piece;
}

char *arena_copy(struct arena *arena, const char *bytes, size_t length) {
  char *copy = arena_alloc(arena, length + 1);
  if (length > 0)
    memcpy(copy, bytes, length);
  return copy;
}

char *arena_vprintf(struct arena *arena, const char *format,
                    va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  assert(length >= 0);
  char *text = arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

char *arena_printf(struct arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = arena_vprintf(arena, format, arguments);
  va_end(arguments);
  return text;
}
