/* Strong components in linear time, without recursion: Tarjan, Depth-first
 * search and linear graph algorithms, SIAM Journal on Computing 1(2), 1972.
 *
 * Invariant: `nodes` has the nodes of finished components from its front on;
 * those that wait for theirs are on `waiting`, in the order of their visit.
 */
#include "base/strong.h"

struct visit {
  uint32_t node, next; /* the edge to be followed next */
};

struct search {
  const struct links *links;
  struct strong *out;
  uint32_t *order, *low; /* of the visit; 0: not visited */
  uint32_t visited, placed;
  VEC(uint32_t) waiting;
  VEC(struct visit) path;
};

static const uint32_t WAITS = UINT32_MAX; /* for its component */

void links_add(struct links *links, uint32_t target) {
  vec_push(&links->targets, target);
}

void links_close_node(struct links *links) {
  vec_push(&links->ends, (uint32_t)links->targets.count);
}

void links_free(struct links *links) {
  vec_free(&links->targets);
  vec_free(&links->ends);
}

static void enter(struct search *self, uint32_t node) {
  self->order[node] = self->low[node] = ++self->visited;
  self->out->component[node] = WAITS;
  vec_push(&self->waiting, node);
  vec_push(&self->path, ((struct visit){node, links_begin(self->links, node)}));
}

static void lower(struct search *self, uint32_t node, uint32_t low) {
  if (low < self->low[node])
    self->low[node] = low;
}

static void follow(struct search *self, uint32_t from, uint32_t to) {
  if (self->order[to] == 0)
    enter(self, to);
  else if (self->out->component[to] == WAITS)
    lower(self, from, self->order[to]);
}

static void close_component(struct search *self, uint32_t root) {
  struct strong *out = self->out;
  uint32_t node;
  out->starts[out->count] = self->placed;
  do {
    node = vec_pop(&self->waiting);
    out->component[node] = out->count;
    out->nodes[self->placed++] = node;
  } while (node != root);
  out->starts[++out->count] = self->placed;
}

static void leave(struct search *self) {
  const uint32_t node = vec_pop(&self->path).node;
  if (self->path.count > 0)
    lower(self, vec_last(&self->path)->node, self->low[node]);
  if (self->low[node] == self->order[node])
    close_component(self, node);
}

static void search_from(struct search *self, uint32_t start) {
  enter(self, start);
  while (self->path.count > 0) {
    struct visit *at = vec_last(&self->path);
    if (at->next < links_end(self->links, at->node))
      follow(self, at->node, self->links->targets.items[at->next++]);
    else
      leave(self);
  }
}

void strong_find(const struct links *links, struct strong *out) {
  const size_t count = links->ends.count;
  *out = (struct strong){
      .component = memory_alloc((count + 1) * sizeof *out->component),
      .nodes = memory_alloc((count + 1) * sizeof *out->nodes),
      .starts = memory_alloc((count + 1) * sizeof *out->starts)};
  struct search self = {.links = links,
                        .out = out,
                        .order = memory_alloc((count + 1) * sizeof(uint32_t)),
                        .low = memory_alloc((count + 1) * sizeof(uint32_t))};
  for (uint32_t node = 0; node < count; node++)
    if (self.order[node] == 0)
      search_from(&self, node);
  memory_free(self.order);
  memory_free(self.low);
  vec_free(&self.waiting);
  vec_free(&self.path);
}

void strong_free(struct strong *strong) {
  memory_free(strong->component);
  memory_free(strong->nodes);
  memory_free(strong->starts);
  *strong = (struct strong){0};
}
