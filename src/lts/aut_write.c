/* Writes graphs in Aldebaran's format: see aut.h. */
#include "lts/aut.h"

#include <inttypes.h>

enum { FLUSH_BYTES = 1 << 16 };

void aut_quote(struct buffer *out, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      buffer_putc(out, '\\');
    bool is_control = (unsigned char)*text < 0x20;
    buffer_add(out, is_control ? " " : text, 1);
  }
}

void aut_add_head(struct buffer *out, uint64_t initial, uint64_t edges,
                  uint64_t states) {
  buffer_printf(out, "des (%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")\n", initial,
                edges, states);
}

void aut_add_edge(struct buffer *out, uint64_t from, const char *label,
                  uint64_t to) {
  buffer_printf(out, "(%" PRIu64 ",\"", from);
  aut_quote(out, label);
  buffer_printf(out, "\",%" PRIu64 ")\n", to);
}

bool aut_write(FILE *file, const struct lts *lts) {
  struct buffer lines = {0};
  aut_add_head(&lines, lts->initial, lts->edge_count, lts->state_count);
  for (uint32_t state = 0; state < lts->state_count; state++)
    for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1];
         e++) {
      aut_add_edge(&lines, state, lts->names[lts->labels[e]], lts->targets[e]);
      if (lines.length < FLUSH_BYTES)
        continue;
      fwrite(lines.text, 1, lines.length, file);
      buffer_clear(&lines);
    }
  fwrite(buffer_text(&lines), 1, lines.length, file);
  buffer_free(&lines);
  return fflush(file) == 0 && !ferror(file);
}
