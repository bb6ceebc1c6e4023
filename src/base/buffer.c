/* A string under construction: a growing array of bytes with a zero behind.
 *
 * Invariant: text is NULL or length < capacity and text[length] is zero.
 */
#include "base/buffer.h"
#include "base/vec.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Makes room for so many more bytes and the zero; gives where they go. */
static char *room_for(struct buffer *buffer, size_t more) {
  size_t wanted = buffer->length + more + 1;
  if (wanted > buffer->capacity)
    buffer->text = vec_grow(buffer->text, &buffer->capacity, wanted, 1);
  return buffer->text + buffer->length;
}

void buffer_add(struct buffer *buffer, const char *bytes, size_t length) {
  char *end = room_for(buffer, length);
  if (length > 0)
    memcpy(end, bytes, length);
  end[length] = '\0';
  buffer->length += length;
}

void buffer_puts(struct buffer *buffer, const char *string) {
  buffer_add(buffer, string, strlen(string));
}

void buffer_putc(struct buffer *buffer, char c) {
  buffer_add(buffer, &c, 1);
}

void buffer_count(struct buffer *buffer, uint64_t number) {
  char digits[20];
  char *first = digits + sizeof digits;
  do
    *--first = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  buffer_add(buffer, first, (size_t)(digits + sizeof digits - first));
}

/* Formats into the room there is, and once more when that was too little. */
void buffer_printf(struct buffer *buffer, const char *format, ...) {
  char *end = room_for(buffer, 0);
  size_t room = buffer->capacity - buffer->length;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(end, room, format, arguments);
  va_end(arguments);
  assert(length >= 0);
  if ((size_t)length >= room) {
    end = room_for(buffer, (size_t)length);
    va_start(arguments, format);
    vsnprintf(end, (size_t)length + 1, format, arguments);
    va_end(arguments);
  }
  buffer->length += (size_t)length;
}

const char *buffer_text(const struct buffer *buffer) {
  return buffer->text ? buffer->text : "";
}

void buffer_clear(struct buffer *buffer) {
  buffer->length = 0;
  if (buffer->text)
    buffer->text[0] = '\0';
}

void buffer_free(struct buffer *buffer) {
  memory_free(buffer->text);
  *buffer = (struct buffer){0};
}
