/* Where in an inline a statement stands: its own place is that of the call. */
#ifndef LARIAT_REPORT_INLINED_H
#define LARIAT_REPORT_INLINED_H

#include "base/buffer.h"
#include "base/source.h"

struct json_writer;

struct inlined {
  const char *name; /* of the innermost inline; NULL: it stands in none */
  struct position where;
};

struct inlined inlined_at(const struct sources *sources, struct span span);

/* Adds a text and enter:4, or enter, lock.h:4 when the call is in another file;
 * nothing where there is no inline.
 */
void inlined_add(struct buffer *out, const char *before,
                 const struct inlined *inlined, const char *file_of_call);

/* Writes a field `inline`, or nothing. */
void inlined_json(struct json_writer *writer, const struct inlined *inlined);

#endif
