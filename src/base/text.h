/* A file held in memory. */
#ifndef LARIAT_BASE_TEXT_H
#define LARIAT_BASE_TEXT_H

#include "base/status.h"

#include <stddef.h>

struct text {
  char *bytes; /* a zero byte follows the last one */
  size_t length;
};

/* No model is longer: places in a text are 32 bits wide, and a device that
 * never ends must not eat the machine.
 */
#define TEXT_LONGEST ((size_t)256 << 20)

/* Reads the whole file; "-" is standard input.  Zero bytes in it are kept.
 * After STATUS_IO errno tells the reason (EISDIR: a directory, EFBIG: longer
 * than TEXT_LONGEST); *out then is empty.
 */
enum status text_read(const char *path, struct text *out);
void text_free(struct text *text);

/* The last part of a path: a file's name without its folders. */
const char *text_file_name(const char *path);

#endif
