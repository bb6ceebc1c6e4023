/* The files that a model includes: found, read once, kept as sources. */
#ifndef LARIAT_PROMELA_INCLUDE_H
#define LARIAT_PROMELA_INCLUDE_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct included {
  const char *path;
  const char *bytes;
  size_t length;
  uint32_t source;
  bool once; /* it says #pragma once */
};

struct includes {
  struct arena *arena;
  struct intern *intern;
  struct sources *sources;
  const char *const *dirs;
  size_t dir_count;
  struct map by_path; /* of interned paths; an unreadable one has no bytes */
};

void includes_init(struct includes *includes, struct intern *intern,
                   struct sources *sources, const char *const *dirs,
                   size_t dir_count);
void includes_clear(struct includes *includes);

/* Adds a text that was not found by its path. */
struct included *includes_add(struct includes *includes, const char *path,
                              const char *bytes, size_t length);

/* Finds a file by the name that the file at path `from` uses for it: first in
 * the folder of that file, then in the folders given.  NULL: in none of them.
 */
struct included *includes_find(struct includes *includes, const char *from,
                               const char *name);

#endif
