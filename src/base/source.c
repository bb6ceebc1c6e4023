/* The texts of a model, with a table of line starts for each.
 *
 * The table is made once, when a text is added; a position is found by binary
 * search in it, and so is the #line that governs an offset.  Texts, names and
 * expansions never move, so pointers to them stay valid.
 *
 * Invariants: starts are increasing and the first is 0; renumberings are
 * strictly increasing in offset.
 */
#include "base/source.h"
#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

/* From offset on, the text counts as line `line` of `file`. */
struct renumbering {
  uint32_t offset;
  uint32_t line;
  const char *file;
};

struct source {
  const char *name;
  const char *bytes; /* zero-terminated */
  uint32_t length;
  VEC(uint32_t) starts; /* the offset of each line */
  VEC(struct renumbering) renumberings;
};

struct sources {
  struct arena *arena;
  struct intern *names;
  VEC(struct source *) texts;
  VEC(const struct expansion *) expansions;
};

struct sources *sources_open(void) {
  struct sources *sources = memory_alloc(sizeof *sources);
  sources->arena = arena_open();
  sources->names = intern_open();
  return sources;
}

void sources_close(struct sources *sources) {
  if (!sources)
    return;
  for (size_t i = 0; i < sources->texts.count; i++) {
    vec_free(&sources->texts.items[i]->starts);
    vec_free(&sources->texts.items[i]->renumberings);
  }
  vec_free(&sources->texts);
  vec_free(&sources->expansions);
  intern_close(sources->names);
  arena_close(sources->arena);
  memory_free(sources);
}

static void find_lines(struct source *source) {
  const char *end = source->bytes + source->length;
  const char *line = source->bytes;
  while (line) {
    vec_push(&source->starts, (uint32_t)(line - source->bytes));
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    line = newline ? newline + 1 : NULL;
  }
}

uint32_t sources_add(struct sources *sources, const char *name,
                     const char *bytes, size_t length) {
  assert(length < UINT32_MAX);
  struct source *source = ARENA_NEW(sources->arena, struct source);
  source->name = intern_string(sources->names, name);
  source->bytes = arena_copy(sources->arena, bytes, length);
  source->length = (uint32_t)length;
  find_lines(source);
  vec_push(&sources->texts, source);
  return (uint32_t)sources->texts.count;
}

static struct source *source_at(const struct sources *sources,
                                uint32_t number) {
  assert(number > 0 && number <= sources->texts.count);
  return sources->texts.items[number - 1];
}

/* The index of the line that offset lies on. */
static size_t line_of(const struct source *source, uint32_t offset) {
  size_t low = 0, high = source->starts.count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (source->starts.items[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* How many renumberings begin at or before offset. */
static size_t renumberings_until(const struct source *source, uint32_t offset) {
  size_t low = 0, high = source->renumberings.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (source->renumberings.items[middle].offset <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void sources_renumber(struct sources *sources, uint32_t source, uint32_t offset,
                      const char *file, uint32_t line) {
  struct source *text = source_at(sources, source);
  struct renumbering renumbering = {
      .offset = offset,
      .line = line,
      .file = intern_string(sources->names, file),
  };
  size_t at = renumberings_until(text, offset);
  if (at > 0 && text->renumberings.items[at - 1].offset == offset) {
    text->renumberings.items[at - 1] = renumbering;
    return;
  }
  vec_push(&text->renumberings, renumbering);
  struct renumbering *items = text->renumberings.items;
  memmove(&items[at + 1], &items[at],
          (text->renumberings.count - 1 - at) * sizeof *items);
  items[at] = renumbering;
}

uint32_t sources_expand(struct sources *sources, struct expansion expansion) {
  struct expansion *kept = ARENA_NEW(sources->arena, struct expansion);
  *kept = expansion;
  kept->name = intern_string(sources->names, expansion.name);
  vec_push(&sources->expansions, kept);
  return (uint32_t)sources->expansions.count;
}

const struct expansion *sources_expansion(const struct sources *sources,
                                          uint32_t via) {
  assert(via > 0 && via <= sources->expansions.count);
  return sources->expansions.items[via - 1];
}

const struct expansion *sources_inline(const struct sources *sources,
                                       struct span span) {
  for (uint32_t via = span.via; via != 0;) {
    const struct expansion *expansion = sources_expansion(sources, via);
    if (expansion->is_inline)
      return expansion;
    via = expansion->use.via;
  }
  return NULL;
}

struct position sources_position(const struct sources *sources,
                                 struct span span) {
  if (span.source == 0)
    return (struct position){.file = ""};
  const struct source *source = source_at(sources, span.source);
  size_t line = line_of(source, span.offset);
  struct position position = {
      .file = source->name,
      .line = (uint32_t)line + 1,
      .column = span.offset - source->starts.items[line] + 1,
  };
  size_t count = renumberings_until(source, span.offset);
  if (count > 0) {
    const struct renumbering *last = &source->renumberings.items[count - 1];
    position.file = last->file;
    position.line =
        last->line + (uint32_t)(line - line_of(source, last->offset));
  }
  return position;
}

const char *sources_line(const struct sources *sources, struct span span,
                         size_t *length, size_t *offset) {
  *length = *offset = 0;
  if (span.source == 0)
    return "";
  const struct source *source = source_at(sources, span.source);
  size_t line = line_of(source, span.offset);
  uint32_t start = source->starts.items[line];
  uint32_t end = line + 1 < source->starts.count
                     ? source->starts.items[line + 1] - 1
                     : source->length;
  if (end > start && source->bytes[end - 1] == '\r')
    end--;
  *length = end - start;
  *offset = span.offset - start;
  return source->bytes + start;
}

const char *sources_text(const struct sources *sources, struct span span) {
  if (span.source == 0)
    return "";
  const struct source *source = source_at(sources, span.source);
  assert(span.offset <= source->length &&
         span.length <= source->length - span.offset);
  return source->bytes + span.offset;
}

void sources_digest(const struct sources *sources, struct digest *digest) {
  for (size_t i = 0; i < sources->texts.count; i++) {
    const struct source *source = sources->texts.items[i];
    digest_add(digest, &source->length, sizeof source->length);
    digest_add(digest, source->bytes, source->length);
  }
}
