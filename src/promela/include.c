/* Finding and reading included files.
 *
 * Every path is tried once; what came of it, a text or nothing, is remembered.
 * So a file that is included many times is one source, and macros that include
 * without end cost no system calls.  Only regular files are read: a pipe or a
 * device might never end.
 */
#include "promela/include.h"
#include "base/text.h"

#include <string.h>
#include <sys/stat.h>

void includes_init(struct includes *includes, struct intern *intern,
                   struct sources *sources, const char *const *dirs,
                   size_t dir_count) {
  *includes = (struct includes){
      .arena = arena_open(),
      .intern = intern,
      .sources = sources,
      .dirs = dirs,
      .dir_count = dir_count,
  };
}

void includes_clear(struct includes *includes) {
  map_free(&includes->by_path);
  arena_close(includes->arena);
}

struct included *includes_add(struct includes *includes, const char *path,
                              const char *bytes, size_t length) {
  struct included *file = ARENA_NEW(includes->arena, struct included);
  file->path = intern_string(includes->intern, path);
  file->length = length;
  file->source = sources_add(includes->sources, path, bytes, length);
  file->bytes =
      sources_text(includes->sources, (struct span){.source = file->source});
  return file;
}

static bool is_regular(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

static struct included *read_path(struct includes *includes, const char *path) {
  struct text text;
  if (!is_regular(path) || text_read(path, &text) != STATUS_OK)
    return ARENA_NEW(includes->arena, struct included);
  struct included *file = includes_add(includes, path, text.bytes, text.length);
  text_free(&text);
  return file;
}

/* NULL when there is nothing to read at this path. */
static struct included *at_path(struct includes *includes, const char *path) {
  const char *key = intern_string(includes->intern, path);
  struct included *file = map_get(&includes->by_path, key);
  if (!file) {
    file = read_path(includes, path);
    map_put(&includes->by_path, key, file);
  }
  return file->bytes ? file : NULL;
}

static struct included *in_folder(struct includes *includes, const char *folder,
                                  size_t length, const char *name) {
  char *path =
      arena_printf(includes->arena, "%.*s/%s", (int)length, folder, name);
  return at_path(includes, path);
}

struct included *includes_find(struct includes *includes, const char *from,
                               const char *name) {
  if (name[0] == '/')
    return at_path(includes, name);
  const char *slash = strrchr(from, '/');
  struct included *file = NULL;
  if (slash)
    file = in_folder(includes, from, (size_t)(slash - from), name);
  else if (strcmp(name, "-") != 0) /* that is standard input, not a file */
    file = at_path(includes, name);
  for (size_t i = 0; i < includes->dir_count && !file; i++)
    file =
        in_folder(includes, includes->dirs[i], strlen(includes->dirs[i]), name);
  return file;
}
