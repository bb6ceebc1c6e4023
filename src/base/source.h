/* The texts a model is made of, and places in them.
 *
 * A span names a piece of a source text.  A token that came out of a macro has
 * the span of the macro's use in the file, so every message names the line the
 * user wrote; `via` tells which expansion it came from, and that expansion
 * knows the place of the definition.
 */
#ifndef LARIAT_BASE_SOURCE_H
#define LARIAT_BASE_SOURCE_H

#include "base/digest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sources;

struct span {
  uint32_t source; /* 1 + index of the text; 0: no place */
  uint32_t offset, length;
  uint32_t via; /* 1 + index of the expansion; 0: written as it stands */
};

#define NO_SPAN ((struct span){0, 0, 0, 0})

/* A place as people read it; line and column count from 1. */
struct position {
  const char *file; /* "" for no place */
  uint32_t line, column;
};

/* One use of a macro or an inline. */
struct expansion {
  const char *name;       /* of the macro or inline */
  struct span use;        /* where it is used: again possibly via another */
  struct span definition; /* the piece of its body this token is spelled in */
  bool is_inline;
};

struct sources *sources_open(void);
void sources_close(struct sources *sources); /* accepts NULL */

/* Adds a text under a name and copies both; gives the number for span.source.
 */
uint32_t sources_add(struct sources *sources, const char *name,
                     const char *bytes, size_t length);

/* From this offset on, the text counts as line `line` of `file` (#line). */
void sources_renumber(struct sources *sources, uint32_t source, uint32_t offset,
                      const char *file, uint32_t line);

/* Records an expansion; gives the number for span.via. */
uint32_t sources_expand(struct sources *sources, struct expansion expansion);

const struct expansion *sources_expansion(const struct sources *sources,
                                          uint32_t via);
/* The innermost expansion of an inline that the span came from, or NULL. */
const struct expansion *sources_inline(const struct sources *sources,
                                       struct span span);
struct position sources_position(const struct sources *sources,
                                 struct span span);

/* The whole source line around the span, without its newline; its length goes
 * to *length, the offset of the span in it to *offset.
 */
const char *sources_line(const struct sources *sources, struct span span,
                         size_t *length, size_t *offset);

/* Adds all texts, in order and without their names, to a digest. */
void sources_digest(const struct sources *sources, struct digest *digest);

/* The text of the span itself, not terminated. */
const char *sources_text(const struct sources *sources, struct span span);

#endif
