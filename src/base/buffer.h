/* A string under construction. */
#ifndef LARIAT_BASE_BUFFER_H
#define LARIAT_BASE_BUFFER_H

#include <stddef.h>
#include <stdint.h>

/* A zeroed struct buffer is empty; text is always terminated once anything was
 * added (buffer_text gives "" before that).
 */
struct buffer {
  char *text;
  size_t length, capacity;
};

void buffer_add(struct buffer *buffer, const char *bytes, size_t length);
void buffer_puts(struct buffer *buffer, const char *string);
void buffer_putc(struct buffer *buffer, char c);
void buffer_count(struct buffer *buffer, uint64_t number); /* in decimal */
void buffer_printf(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *buffer_text(const struct buffer *buffer);
void buffer_clear(struct buffer *buffer); /* empty it, keep the memory */
void buffer_free(struct buffer *buffer);

#endif
