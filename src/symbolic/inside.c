/* See inside.h.  An edge has the steps that begin on it: one that begins none
 * and does not leave the d_step is a part of what has begun before.
 */
#include "symbolic/inside.h"

bool place_is_inside(const struct places *places, uint32_t number) {
  const int32_t owner = places->items.items[number]->owner;
  struct situation at;
  if (owner == NO_PROCESS)
    return false;
  places_stand(places, number, &at);
  const struct proctype *proctype =
      at.control->model->proctypes[at.places[owner] >> 16];
  return proctype->locations[at.places[owner] & 0xffff].in_d_step;
}

bool edge_is_inside(const struct places *places, const struct edge *edge) {
  return edge->step_count == 0 && place_is_inside(places, edge->from) &&
         place_is_inside(places, edge->to);
}

bool inside_returns(const struct places *places, uint32_t number) {
  if (!place_is_inside(places, number))
    return false;
  bool *seen = memory_alloc(places->items.count * sizeof *seen);
  VEC(uint32_t) waiting = {0};
  vec_push(&waiting, number);
  while (waiting.count > 0 && !seen[number]) {
    const struct place *at = places->items.items[vec_pop(&waiting)];
    for (size_t i = 0; i < at->edges.count; i++) {
      const struct edge *edge = &at->edges.items[i];
      if (seen[edge->to] || !edge_is_inside(places, edge))
        continue;
      seen[edge->to] = true;
      vec_push(&waiting, edge->to);
    }
  }
  const bool returns = seen[number];
  vec_free(&waiting);
  memory_free(seen);
  return returns;
}
