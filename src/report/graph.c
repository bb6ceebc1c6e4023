/* What both formats of graphs need. */
#include "report/graph.h"
#include "base/vec.h"

#include <string.h>

uint8_t *graph_reached(const struct proctype *proctype) {
  uint8_t *reached = memory_alloc(proctype->location_count);
  VEC(uint32_t) open = {0};
  reached[proctype->initial] = 1;
  vec_push(&open, proctype->initial);
  while (open.count > 0) {
    const struct location *location = &proctype->locations[vec_pop(&open)];
    for (uint32_t t = 0; t < location->transition_count; t++) {
      uint32_t target = location->transitions[t].target;
      if (reached[target] ||
          location->transitions[t].action->kind == ACTION_END)
        continue;
      reached[target] = 1;
      vec_push(&open, target);
    }
  }
  vec_free(&open);
  return reached;
}

static void add_text(struct buffer *out, const struct action *action) {
  buffer_puts(out, action->text ? action->text : "");
}

void graph_label(struct buffer *out, const struct step *steps, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0)
      buffer_puts(out, "; ");
    add_text(out, steps[i].action);
    if (steps[i].partner != NO_PROCESS) {
      buffer_puts(out, " / ");
      add_text(out, steps[i].partner_action);
    }
  }
}
