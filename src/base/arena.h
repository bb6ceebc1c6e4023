/* Memory that is allocated piece by piece and released all at once. */
#ifndef LARIAT_BASE_ARENA_H
#define LARIAT_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

/* Never returns NULL: out of memory calls the handler (see base/memory.h). */
struct arena *arena_open(void);

/* Releases everything allocated from it.  Accepts NULL. */
void arena_close(struct arena *arena);

/* Zeroed memory, aligned for any type, valid until arena_close(). */
void *arena_alloc(struct arena *arena, size_t bytes);

/* A copy of length bytes, with a terminating zero added. */
char *arena_copy(struct arena *arena, const char *bytes, size_t length);

/* printf into the arena. */
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0), nonnull(2)));

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count)                                        \
  ((type *)arena_alloc((arena), (size_t)(count) * sizeof(type)))

#endif
