/* A digest of the texts of the model, as they were read, of every option but
 * those that change nothing in the answer, and of the version of the program.
 *
 * Options are listed where they do not count, so a new one counts until
 * somebody thinks about it.
 */
#include "cli/identity.h"

#include "base/buffer.h"

#include <string.h>

static const char *const without_effect[] = {
    "memory", "time",       "engine",   "trace",
    "json",   "quiet",      "no-color", "trace-file",
    "resume", "checkpoint", "threads",  "checkpoint-every",
    "help",   "version",
};

static bool has_effect(const struct option_row *row, unsigned place) {
  for (size_t i = 0;
       row->name && i < sizeof without_effect / sizeof *without_effect; i++)
    if (strcmp(row->name, without_effect[i]) == 0)
      return false;
  return (row->places & place) != 0 && row->kind != OPTION_KIND_LATER &&
         row->kind != OPTION_KIND_CLEAR;
}

static void add_list(const struct string_list *list, struct buffer *out) {
  buffer_printf(out, "%zu", list->count);
  for (size_t i = 0; i < list->count; i++)
    buffer_printf(out, " %zu:%s", strlen(list->items[i]), list->items[i]);
}

static void add_value(const void *field, enum option_kind kind,
                      struct buffer *out) {
  switch (kind) {
  case OPTION_KIND_FLAG:
    buffer_printf(out, "%d", *(const bool *)field);
    break;
  case OPTION_KIND_COUNT:
  case OPTION_KIND_SIZE:
    buffer_printf(out, "%lld", (long long)*(const int64_t *)field);
    break;
  case OPTION_KIND_SECONDS:
  case OPTION_KIND_SHARE:
    buffer_printf(out, "%a", *(const double *)field);
    break;
  case OPTION_KIND_WORD:
    buffer_printf(out, "%d", *(const int *)field);
    break;
  case OPTION_KIND_TEXT:
    buffer_puts(out,
                *(const char *const *)field ? *(const char *const *)field : "");
    break;
  case OPTION_KIND_LIST:
    add_list(field, out);
    break;
  case OPTION_KIND_CLEAR:
  case OPTION_KIND_LATER:
    break;
  }
}

void identity_text(const struct options *options, unsigned place,
                   const struct loaded *loaded,
                   char text[2 * DIGEST_BYTES + 1]) {
  struct buffer all = {0};
  struct digest digest;
  buffer_puts(&all, LARIAT_VERSION "\n");
  for (size_t i = 0; i < option_row_count; i++) {
    const struct option_row *row = &option_rows[i];
    if (!has_effect(row, place))
      continue;
    buffer_printf(&all, "%s=", row->name ? row->name : "");
    add_value((const char *)options + row->offset, row->kind, &all);
    buffer_putc(&all, '\n');
  }
  digest_init(&digest);
  digest_add(&digest, buffer_text(&all), all.length + 1);
  sources_digest(loaded->sources, &digest);
  digest_text(&digest, text);
  buffer_free(&all);
}
