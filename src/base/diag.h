/* Messages about the user's input, each tied to a place in it.
 *
 * Nothing is printed here: messages are collected, and report/ shows them.
 */
#ifndef LARIAT_BASE_DIAG_H
#define LARIAT_BASE_DIAG_H

#include "base/source.h"

#include <stddef.h>

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

struct message {
  enum diag_level level;
  struct span where;
  const char *text;
};

struct diag;

/* Messages point into sources, which must live as long as the diag. */
struct diag *diag_open(struct sources *sources);
void diag_close(struct diag *diag); /* accepts NULL */

struct sources *diag_sources(const struct diag *diag);

void diag_error(struct diag *diag, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_warning(struct diag *diag, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Belongs to the message before it: a hint, or "declared here". */
void diag_note(struct diag *diag, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

size_t diag_errors(const struct diag *diag); /* how many errors so far */
size_t diag_count(const struct diag *diag);
const struct message *diag_message(const struct diag *diag, size_t index);

/* True when so many errors were reported that more would not help (20). */
int diag_is_full(const struct diag *diag);

#endif
