/* Messages, kept in the order they were reported. */
#include "base/diag.h"
#include "base/arena.h"
#include "base/vec.h"

#include <assert.h>
#include <stdarg.h>

enum { ENOUGH_ERRORS = 20 };

struct diag {
  struct arena *arena; /* the texts */
  struct sources *sources;
  VEC(struct message) messages;
  size_t errors;
};

struct diag *diag_open(struct sources *sources) {
  struct diag *diag = memory_alloc(sizeof *diag);
  diag->arena = arena_open();
  diag->sources = sources;
  return diag;
}

void diag_close(struct diag *diag) {
  if (!diag)
    return;
  vec_free(&diag->messages);
  arena_close(diag->arena);
  memory_free(diag);
}

struct sources *diag_sources(const struct diag *diag) {
  return diag->sources;
}

static void add(struct diag *diag, enum diag_level level, struct span where,
                const char *format, va_list arguments)
    __attribute__((format(printf, 4, 0)));

static void add(struct diag *diag, enum diag_level level, struct span where,
                const char *format, va_list arguments) {
  struct message message = {
      .level = level,
      .where = where,
      .text = arena_vprintf(diag->arena, format, arguments),
  };
  vec_push(&diag->messages, message);
  diag->errors += level == DIAG_ERROR;
}

void diag_error(struct diag *diag, struct span where, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(diag, DIAG_ERROR, where, format, arguments);
  va_end(arguments);
}

void diag_warning(struct diag *diag, struct span where, const char *format,
                  ...) {
  va_list arguments;
  va_start(arguments, format);
  add(diag, DIAG_WARNING, where, format, arguments);
  va_end(arguments);
}

void diag_note(struct diag *diag, struct span where, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(diag, DIAG_NOTE, where, format, arguments);
  va_end(arguments);
}

size_t diag_errors(const struct diag *diag) {
  return diag->errors;
}

size_t diag_count(const struct diag *diag) {
  return diag->messages.count;
}

const struct message *diag_message(const struct diag *diag, size_t index) {
  assert(index < diag->messages.count);
  return &diag->messages.items[index];
}

int diag_is_full(const struct diag *diag) {
  return diag->errors >= ENOUGH_ERRORS;
}
