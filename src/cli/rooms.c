/* Reads names and ranges: see rooms.h. */
#include "cli/rooms.h"

#include <stdlib.h>
#include <string.h>

static void name_them(const struct declared_channels *declared,
                      const char *wrong, struct buffer *error) {
  buffer_printf(error, "no channel %s with a capacity", wrong);
  for (size_t i = 0; i < declared->count; i++)
    buffer_printf(error, "%s%s", i == 0 ? "; the model has " : ", ",
                  declared->items[i].name);
}

bool rooms_choose(const struct options *options,
                  const struct declared_channels *declared, struct arena *arena,
                  const struct declared_channel ***channels, size_t *count,
                  struct buffer *error) {
  const struct string_list *names = &options->channels;
  const size_t most =
      names->count > declared->count ? names->count : declared->count;
  *channels = ARENA_ARRAY(arena, const struct declared_channel *, most + 1);
  *count = names->count > 0 ? names->count : declared->count;
  for (size_t i = 0; i < *count; i++) {
    (*channels)[i] = names->count > 0 ? declared_find(declared, names->items[i])
                                      : &declared->items[i];
    if (!(*channels)[i]) {
      name_them(declared, names->items[i], error);
      return false;
    }
  }
  return true;
}

bool rooms_read_sweep(const char *text, uint32_t *first, uint32_t *last) {
  char *end;
  const long from = strtol(text, &end, 10);
  if (end == text || strncmp(end, "..", 2) != 0)
    return false;
  const char *rest = end + 2;
  const long to = strtol(rest, &end, 10);
  if (end == rest || *end || from < 1 || to < from || to > MOST_CAPACITY)
    return false;
  *first = (uint32_t)from;
  *last = (uint32_t)to;
  return true;
}
