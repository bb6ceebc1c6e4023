/* Reading a file as a whole.
 *
 * The length is never asked for: pipes, devices and files that grow have none
 * that could be trusted.  The block doubles until the end is reached, so a file
 * of n bytes is read with log n allocations.
 */
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_BLOCK = 16 << 10 };

/* Keeps room for another byte and the zero behind it. */
static enum status grow(struct text *text, size_t *capacity) {
  if (text->length + 1 < *capacity)
    return STATUS_OK;
  size_t room = *capacity ? *capacity * 2 : FIRST_BLOCK;
  char *bytes = realloc(text->bytes, room);
  if (!bytes)
    return STATUS_NO_MEMORY;
  text->bytes = bytes;
  *capacity = room;
  return STATUS_OK;
}

static ssize_t read_some(int file, char *bytes, size_t room) {
  ssize_t got;
  do
    got = read(file, bytes, room);
  while (got < 0 && errno == EINTR);
  return got;
}

static enum status read_all(int file, struct text *text) {
  size_t capacity = 0;
  for (;;) {
    enum status status = grow(text, &capacity);
    if (status != STATUS_OK)
      return status;
    ssize_t got = read_some(file, text->bytes + text->length,
                            capacity - 1 - text->length);
    if (got < 0)
      return STATUS_IO;
    if (got == 0)
      break;
    text->length += (size_t)got;
    if (text->length > TEXT_LONGEST) {
      errno = EFBIG;
      return STATUS_IO;
    }
  }
  text->bytes[text->length] = '\0';
  return STATUS_OK;
}

enum status text_read(const char *path, struct text *out) {
  *out = (struct text){0};
  int is_input = strcmp(path, "-") == 0;
  int file = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return STATUS_IO;

  enum status status = read_all(file, out);
  int reason = errno;
  if (status != STATUS_OK)
    text_free(out);
  if (!is_input)
    close(file);
  errno = reason;
  return status;
}

const char *text_file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

void text_free(struct text *text) {
  free(text->bytes);
  *text = (struct text){0};
}
