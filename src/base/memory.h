/* Heap memory that cannot fail: when there is none, the handler is called.
 *
 * For what the program itself needs (trees, tables of a model).  What the user
 * sizes (stores, stacks of a search) uses plain malloc and reports a status.
 */
#ifndef LARIAT_BASE_MEMORY_H
#define LARIAT_BASE_MEMORY_H

#include <stddef.h>

/* Called when memory runs out; must not return.  The default prints one line
 * and aborts; cli/ installs its own at start-up, before any thread exists.
 */
typedef void memory_handler(void);
void memory_on_exhaustion(memory_handler *handler);

/* Lays memory aside.  When there is none left it is given back, the handler is
 * called, which returns here, and what was asked for is tried again: whoever is
 * warned in this way should come to an end soon.
 */
void memory_lay_aside(size_t bytes, memory_handler *warn);

/* Calls the handler: for whoever finds that it cannot go on. */
void memory_exhausted(void);

/* Gives what was freed back to the system, where it would be kept otherwise. */
void memory_trim(void);

void *memory_alloc(size_t bytes); /* zeroed */
void *memory_resize(void *block, size_t bytes);
void memory_free(void *block);

#endif
