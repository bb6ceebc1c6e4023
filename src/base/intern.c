/* Strings stored once: a hash table of pointers into an arena.
 *
 * Open addressing with linear probing; an entry keeps its hash, so probing
 * compares bytes only when the strings almost surely are equal, and growing
 * rehashes nothing.  Invariant: the capacity is a power of two, at most half of
 * it is in use, and no free entry lies between the home of a string and its
 * place.
 */
#include "base/intern.h"
#include "base/arena.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_CAPACITY = 64 };

struct entry {
  const char *text; /* NULL: free */
  size_t length;
  uint64_t hash;
};

struct intern {
  struct arena *arena;
  struct entry *entries;
  size_t count, capacity;
};

static struct entry *entries_open(size_t capacity) {
  return memory_alloc(capacity * sizeof(struct entry));
}

struct intern *intern_open(void) {
  struct intern *intern = memory_alloc(sizeof *intern);
  intern->arena = arena_open();
  intern->capacity = FIRST_CAPACITY;
  intern->entries = entries_open(FIRST_CAPACITY);
  return intern;
}

void intern_close(struct intern *intern) {
  if (!intern)
    return;
  arena_close(intern->arena);
  memory_free(intern->entries);
  memory_free(intern);
}

static bool same(const struct entry *a, const struct entry *b) {
  return a->hash == b->hash && a->length == b->length &&
         memcmp(a->text, b->text, a->length) == 0;
}

/* The entry that holds this string, or the free one where it belongs. */
static struct entry *place_of(const struct intern *intern,
                              const struct entry *wanted) {
  size_t mask = intern->capacity - 1;
  size_t i = wanted->hash & mask;
  while (intern->entries[i].text && !same(&intern->entries[i], wanted))
    i = (i + 1) & mask;
  return &intern->entries[i];
}

static void grow(struct intern *intern) {
  struct entry *old = intern->entries;
  size_t old_capacity = intern->capacity;
  intern->capacity *= 2;
  intern->entries = entries_open(intern->capacity);
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i].text)
      *place_of(intern, &old[i]) = old[i];
  memory_free(old);
}

const char *intern_text(struct intern *intern, const char *bytes,
                        size_t length) {
  struct entry wanted = {
      .text = bytes, .length = length, .hash = XXH3_64bits(bytes, length)};
  struct entry *entry = place_of(intern, &wanted);
  if (entry->text)
    return entry->text;

  wanted.text = arena_copy(intern->arena, bytes, length);
  *entry = wanted;
  if (++intern->count > intern->capacity / 2)
    grow(intern);
  return wanted.text;
}

const char *intern_string(struct intern *intern, const char *string) {
  return intern_text(intern, string, strlen(string));
}
