/* Statements of inlines, for people and in JSON. */
#include "report/inlined.h"
#include "base/text.h"
#include "report/json_writer.h"

#include <inttypes.h>
#include <string.h>

struct inlined inlined_at(const struct sources *sources, struct span span) {
  const struct expansion *expansion = sources_inline(sources, span);
  if (!expansion)
    return (struct inlined){0};
  return (struct inlined){
      .name = expansion->name,
      .where = sources_position(sources, expansion->definition),
  };
}

void inlined_add(struct buffer *out, const char *before,
                 const struct inlined *inlined, const char *file_of_call) {
  const char *file = inlined->where.file;
  if (!inlined->name)
    return;
  buffer_printf(out, "%s%s", before, inlined->name);
  if (strcmp(file, file_of_call) != 0)
    buffer_printf(out, ", %s", text_file_name(file));
  buffer_printf(out, ":%" PRIu32, inlined->where.line);
}

void inlined_json(struct json_writer *writer, const struct inlined *inlined) {
  if (!inlined->name)
    return;
  json_begin_object(writer, "inline", true);
  json_string(writer, "name", inlined->name);
  json_string(writer, "file", inlined->where.file);
  json_count(writer, "line", inlined->where.line);
  json_end_object(writer);
}
