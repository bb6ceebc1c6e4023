/* Writing JSON into a buffer.
 *
 * Every value goes to the innermost open array (key NULL) or object (key not
 * NULL).  Objects and arrays opened `flat` stay on one line.
 */
#ifndef LARIAT_REPORT_JSON_WRITER_H
#define LARIAT_REPORT_JSON_WRITER_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

struct json_writer {
  struct buffer *out;
  unsigned depth, flat_from; /* flat_from 0: nothing flat is open */
  bool separate;             /* a comma is due before the next value */
};

void json_begin_object(struct json_writer *writer, const char *key, bool flat);
void json_begin_array(struct json_writer *writer, const char *key, bool flat);
void json_end_object(struct json_writer *writer);
void json_end_array(struct json_writer *writer);

/* NULL gives null; bytes that are not UTF-8 are replaced by U+FFFD. */
void json_string(struct json_writer *writer, const char *key, const char *text);
void json_integer(struct json_writer *writer, const char *key, int64_t value);
void json_count(struct json_writer *writer, const char *key, uint64_t value);
/* With as many digits as it takes to see how large it is. */
void json_number(struct json_writer *writer, const char *key, double value);
void json_real(struct json_writer *writer, const char *key, double value,
               int decimals);
void json_flag(struct json_writer *writer, const char *key, bool value);
void json_nothing(struct json_writer *writer, const char *key);

#endif
