/* Writing JSON (RFC 8259) into a buffer. */
#include "report/json_writer.h"

#include <assert.h>

/* ---- strings ---- */

/* The length of the well-formed UTF-8 sequence at text, or 0. */
static size_t sequence_length(const unsigned char *text) {
  static const struct {
    unsigned char low, high, second_low, second_high, length;
  } forms[] = {
      /* Unicode, table 3-7: no overlong forms, surrogates or beyond U+10FFFF */
      {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3},
      {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
      {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
  };
  if (text[0] < 0x80)
    return 1;
  for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
    if (text[0] < forms[f].low || text[0] > forms[f].high)
      continue;
    if (text[1] < forms[f].second_low || text[1] > forms[f].second_high)
      return 0;
    for (size_t i = 2; i < forms[f].length; i++)
      if (text[i] < 0x80 || text[i] > 0xBF)
        return 0;
    return forms[f].length;
  }
  return 0;
}

static void add_character(struct buffer *out, const unsigned char *at,
                          size_t length) {
  switch (at[0]) {
  case '"':
    buffer_puts(out, "\\\"");
    break;
  case '\\':
    buffer_puts(out, "\\\\");
    break;
  case '\n':
    buffer_puts(out, "\\n");
    break;
  case '\t':
    buffer_puts(out, "\\t");
    break;
  default:
    if (at[0] < 0x20 || at[0] == 0x7F)
      buffer_printf(out, "\\u%04x", at[0]);
    else
      buffer_add(out, (const char *)at, length);
  }
}

/* Characters that stand for themselves. */
static size_t plain_length(const unsigned char *at) {
  size_t length = 0;
  while (at[length] >= 0x20 && at[length] < 0x7F && at[length] != '"' &&
         at[length] != '\\')
    length++;
  return length;
}

static void add_string(struct buffer *out, const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  buffer_putc(out, '"');
  for (;;) {
    const size_t plain = plain_length(at);
    buffer_add(out, (const char *)at, plain);
    at += plain;
    if (!*at)
      break;
    size_t length = sequence_length(at);
    if (length == 0) {
      buffer_puts(out, "\\ufffd");
      at++;
    } else {
      add_character(out, at, length);
      at += length;
    }
  }
  buffer_putc(out, '"');
}

/* ---- structure ---- */

static void new_line(struct json_writer *writer) {
  if (writer->flat_from > 0)
    return;
  buffer_putc(writer->out, '\n');
  for (unsigned i = 0; i < writer->depth; i++)
    buffer_puts(writer->out, "  ");
}

static void before_value(struct json_writer *writer, const char *key) {
  if (writer->separate)
    buffer_puts(writer->out, writer->flat_from > 0 ? ", " : ",");
  if (writer->depth > 0)
    new_line(writer);
  if (key) {
    add_string(writer->out, key);
    buffer_puts(writer->out, ": ");
  }
  writer->separate = true;
}

static void begin(struct json_writer *writer, const char *key, bool flat,
                  char bracket) {
  before_value(writer, key);
  buffer_putc(writer->out, bracket);
  writer->depth++;
  if (flat && writer->flat_from == 0)
    writer->flat_from = writer->depth;
  writer->separate = false;
}

static void end(struct json_writer *writer, char bracket) {
  assert(writer->depth > 0);
  bool was_empty = !writer->separate;
  writer->depth--;
  if (!was_empty)
    new_line(writer);
  if (writer->flat_from > writer->depth)
    writer->flat_from = 0;
  buffer_putc(writer->out, bracket);
  writer->separate = true;
  if (writer->depth == 0)
    buffer_putc(writer->out, '\n');
}

void json_begin_object(struct json_writer *writer, const char *key, bool flat) {
  begin(writer, key, flat, '{');
}

void json_begin_array(struct json_writer *writer, const char *key, bool flat) {
  begin(writer, key, flat, '[');
}

void json_end_object(struct json_writer *writer) {
  end(writer, '}');
}

void json_end_array(struct json_writer *writer) {
  end(writer, ']');
}

/* ---- values ---- */

void json_string(struct json_writer *writer, const char *key,
                 const char *text) {
  if (!text) {
    json_nothing(writer, key);
    return;
  }
  before_value(writer, key);
  add_string(writer->out, text);
}

void json_integer(struct json_writer *writer, const char *key, int64_t value) {
  before_value(writer, key);
  if (value < 0)
    buffer_putc(writer->out, '-');
  buffer_count(writer->out, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void json_count(struct json_writer *writer, const char *key, uint64_t value) {
  before_value(writer, key);
  buffer_count(writer->out, value);
}

void json_real(struct json_writer *writer, const char *key, double value,
               int decimals) {
  before_value(writer, key);
  buffer_printf(writer->out, "%.*f", decimals, value);
}

void json_number(struct json_writer *writer, const char *key, double value) {
  before_value(writer, key);
  buffer_printf(writer->out, "%.6g", value);
}

void json_flag(struct json_writer *writer, const char *key, bool value) {
  before_value(writer, key);
  buffer_puts(writer->out, value ? "true" : "false");
}

void json_nothing(struct json_writer *writer, const char *key) {
  before_value(writer, key);
  buffer_puts(writer->out, "null");
}
