/* The text format of Aldebaran for labelled transition systems.
 *
 *   des (0, 3, 2)           initial state, transitions, states
 *   (0, "send 1", 1)        one transition on a line
 *   (1, i, 0)
 *   (1, "a \"b\"", 1)
 *
 * Numbers of states start at 0.  A label stands in quotes, in which \" and \\
 * are a quote and a backslash, or is everything up to the last comma.
 */
#ifndef LARIAT_LTS_AUT_H
#define LARIAT_LTS_AUT_H

#include "base/buffer.h"
#include "base/diag.h"
#include "base/status.h"
#include "lts/lts.h"

#include <stdio.h>

/* Reads a graph from a file, line by line, however long it is.  `name` stands
 * for the file in messages.  After STATUS_BAD_INPUT the diag has the reason,
 * with its line and column; after STATUS_IO errno has it.
 */
enum status aut_read(FILE *file, const char *name, struct diag *diag,
                     struct lts **out);

/* The head, and one transition, each as a line. */
void aut_add_head(struct buffer *out, uint64_t initial, uint64_t edges,
                  uint64_t states);
void aut_add_edge(struct buffer *out, uint64_t from, const char *label,
                  uint64_t to);

/* Adds a text as it stands between quotes; what is not printable becomes a
 * blank.
 */
void aut_quote(struct buffer *out, const char *text);

/* Writes a graph; false after a failure, and errno tells why. */
bool aut_write(FILE *file, const struct lts *lts);

#endif
