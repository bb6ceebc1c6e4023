/* See flow.h. */
#include "model/flow.h"

static void add_location(struct links *links, const struct location *at) {
  for (uint32_t t = 0; t < at->transition_count; t++) {
    const struct transition *transition = &at->transitions[t];
    if (transition->target > 0)
      links_add(links, transition->target);
    if (transition->action->kind == ACTION_D_STEP)
      links_add(links, transition->action->enter);
  }
}

struct links flow_links(const struct proctype *proctype) {
  struct links links = {0};
  links_close_node(&links); /* nobody is at location 0 */
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    add_location(&links, &proctype->locations[l]);
    links_close_node(&links);
  }
  return links;
}
