/* Strong fairness by process: a run counts when every process that can move
 * again and again also moves again and again, as partner in a rendezvous too.
 *
 * For each process this is a Streett condition, "infinitely often enabled
 * implies infinitely often moved", and one search for a Büchi cycle does not
 * decide it.  So the product is explored as a whole and its strongly connected
 * components are examined.  A component that has an accepting state and in
 * which each process enabled somewhere moves along some edge has a fair run:
 * the one that goes round through all of it.  A process enabled in a component
 * but moved by none of its edges is starved there, and no fair run that stays
 * in the component comes again and again to a state where it is enabled: such
 * states are taken out and what is left is decomposed again.  (Lichtenstein and
 * Pnueli, Checking that Finite State Concurrent Programs Satisfy their Linear
 * Specification, POPL 1985; Emerson and Lei, Modalities for Model Checking,
 * Science of Computer Programming 8, 1987.)
 *
 * Each round of this ends the part of one process, so a component is decomposed
 * at most once more for each process: time in proportion to processes x (states
 * + edges), about 50 bytes a state and 8 an edge, in addition to the store.
 * What has been explored is examined each time it has grown fourfold, so that a
 * violation near the initial state is found without the rest; whatever is a
 * fair component then is one in the whole product.
 *
 * A run that stops repeats its last state, where nobody is enabled: the loop of
 * that state on itself is fair.
 */
#include "search/components.h"
#include "search/hunt.h"

enum { FIRST_LOOK = 1 << 14, GROWTH = 4 };

struct strong {
  struct hunt *hunt;
  struct product_graph graph;
  struct components components;
  pair_list children; /* scratch */
};

/* ---- exploring ---- */

static void take_figures(const struct strong *self, uint64_t depth) {
  struct run *run = &self->hunt->run;
  struct search_figures *figures = &run->result->figures;
  figures->states = self->graph.node_count;
  figures->depth = depth;
  if (run->budget.used > figures->stack_bytes)
    figures->stack_bytes = run->budget.used;
}

/* The number of a pair, added if it is new. */
static uint32_t add_node(struct strong *self, struct pair pair,
                         uint32_t parent) {
  struct run *run = &self->hunt->run;
  const uint32_t before = self->graph.node_count;
  const uint32_t node = product_graph_add(&self->graph, pair, parent);
  if (node == NO_NODE)
    run_stop(run, SEARCH_MEMORY);
  else if (node == before)
    product_paint(&self->hunt->product, pair, 1);
  else
    run->result->figures.matched++;
  return node;
}

static void add_edges(struct strong *self, uint32_t node) {
  const struct product *product = &self->hunt->product;
  struct run *run = &self->hunt->run;
  const struct process_set nobody = {{0}};
  const size_t count = self->children.count;
  product_graph_expand(&self->graph, count > 0 ? &product->enabled : &nobody);
  for (size_t i = 0; i < count && !run->stopped; i++) {
    const struct product_step *step =
        &product->steps.items[product->origins.items[i]];
    const uint32_t target = add_node(self, self->children.items[i], node);
    if (target != NO_NODE &&
        !product_graph_connect(&self->graph, target, &step->movers))
      run_stop(run, SEARCH_MEMORY);
  }
}

/* The way from an initial pair to a node. */
static void add_stem(const struct strong *self, uint32_t node,
                     struct long_list *path) {
  struct long_list nodes;
  long_list_init(&nodes);
  for (uint32_t i = node; i != NO_NODE; i = self->graph.nodes[i].parent)
    long_list_push(&nodes, i);
  while (!long_list_is_empty(&nodes))
    pairs_list(path, product_graph_pair(&self->graph,
                                        (uint32_t)long_list_pop(&nodes)));
  long_list_clear(&nodes);
}

static void report_end(struct strong *self, uint32_t node) {
  const struct violation violation = hunt_end(self->hunt);
  struct long_list path;
  long_list_init(&path);
  add_stem(self, node, &path);
  hunt_report(self->hunt, &path.words, NO_LOOP, &violation);
  long_list_clear(&path);
}

static void expand(struct strong *self, uint32_t node) {
  struct hunt *hunt = self->hunt;
  self->children.count = 0;
  switch (product_expand(&hunt->product, product_graph_pair(&self->graph, node),
                         &self->children)) {
  case PRODUCT_OK:
    add_edges(self, node);
    break;
  case PRODUCT_VIOLATED:
    report_end(self, node);
    break;
  default:
    run_stop(&hunt->run, SEARCH_MEMORY);
  }
}

/* ---- the loop of a fair component ---- */

/* What the loop has still to come by. */
struct wish {
  struct process_set movers;
  bool accepting;
  uint32_t home; /* the node to return to, or NO_NODE */
};

struct loop {
  struct part part;
  struct wish wish;
  VEC(uint32_t) edges;
};

static bool is_wanted(const struct strong *self, const struct wish *wish,
                      uint32_t edge) {
  const uint32_t target = self->graph.edges[edge].target;
  return target == wish->home ||
         process_sets_meet(product_graph_movers(&self->graph, edge),
                           &wish->movers) ||
         (wish->accepting &&
          product_accepts(&self->hunt->product,
                          product_graph_pair(&self->graph, target)));
}

static void fulfil(const struct strong *self, struct wish *wish,
                   uint32_t edge) {
  const struct process_set *movers = product_graph_movers(&self->graph, edge);
  const uint32_t target = self->graph.edges[edge].target;
  for (unsigned i = 0; i < PRODUCT_MASK_WORDS; i++)
    wish->movers.words[i] &= ~movers->words[i];
  if (product_accepts(&self->hunt->product,
                      product_graph_pair(&self->graph, target)))
    wish->accepting = false;
}

/* The first wanted edge of the component, breadth-first from a node; *via gets
 * the edge each node on the way was reached by.
 */
static uint32_t find_wanted(struct strong *self, const struct loop *loop,
                            uint32_t from, uint32_t *via) {
  const struct product_graph *graph = &self->graph;
  uint32_t *queue = self->components.stack;
  for (uint32_t i = loop->part.begin; i < loop->part.end; i++)
    via[self->components.order[i]] = NO_NODE;
  uint32_t last = 0;
  queue[last++] = from;
  for (uint32_t first = 0; first < last; first++) {
    const uint32_t end = product_graph_edge_end(graph, queue[first]);
    for (uint32_t e = graph->nodes[queue[first]].first_edge; e < end; e++) {
      const uint32_t target = graph->edges[e].target;
      if (!components_inside(&self->components, loop->part, e))
        continue;
      if (is_wanted(self, &loop->wish, e))
        return e;
      if (target == from || via[target] != NO_NODE)
        continue;
      via[target] = e;
      queue[last++] = target;
    }
  }
  assert(!"all of a component can be reached in it");
  return NO_NODE;
}

/* Appends the way from a node along the nearest wanted edge; its end. */
static uint32_t go_on(struct strong *self, struct loop *loop, uint32_t from) {
  uint32_t *via = self->components.low;
  const uint32_t wanted = find_wanted(self, loop, from, via);
  const size_t first = loop->edges.count;
  uint32_t edge = wanted, source;
  vec_push(&loop->edges, edge);
  while ((source = product_graph_source(&self->graph, edge)) != from) {
    edge = via[source];
    vec_push(&loop->edges, edge);
  }
  for (size_t i = first, j = loop->edges.count; i + 1 < j; i++) {
    edge = loop->edges.items[i];
    loop->edges.items[i] = loop->edges.items[--j];
    loop->edges.items[j] = edge;
  }
  for (size_t i = first; i < loop->edges.count; i++)
    fulfil(self, &loop->wish, loop->edges.items[i]);
  return self->graph.edges[wanted].target;
}

static void build_loop(struct strong *self, struct loop *loop, uint32_t start) {
  struct wish *wish = &loop->wish;
  uint32_t node = start;
  if (product_accepts(&self->hunt->product,
                      product_graph_pair(&self->graph, start)))
    wish->accepting = false;
  while (wish->accepting || process_sets_meet(&wish->movers, &wish->movers))
    node = go_on(self, loop, node);
  wish->home = start;
  if (node != start || loop->edges.count == 0)
    (void)go_on(self, loop, node);
}

static void report_loop(struct strong *self, struct part part,
                        const struct process_set *enabled) {
  const struct product_graph *graph = &self->graph;
  struct loop loop = {.part = part,
                      .wish = {*enabled, .accepting = true, .home = NO_NODE}};
  uint32_t start = NO_NODE;
  for (uint32_t i = part.begin; i < part.end; i++)
    if (self->components.order[i] < start)
      start = self->components.order[i]; /* the shortest stem */
  build_loop(self, &loop, start);
  struct long_list path;
  long_list_init(&path);
  add_stem(self, start, &path);
  const size_t first = pairs_count(&path.words) - 1;
  VEC(const struct process_set *) movers = {0};
  for (size_t i = 0; i < first; i++)
    vec_push(&movers, NULL); /* whoever */
  for (size_t i = 0; i < loop.edges.count; i++) {
    const uint32_t edge = loop.edges.items[i];
    vec_push(&movers, product_graph_movers(graph, edge));
    if (i + 1 < loop.edges.count)
      pairs_list(&path, product_graph_pair(graph, graph->edges[edge].target));
  }
  hunt_report_moves(self->hunt, &path.words, movers.items, first,
                    &self->hunt->config->violation);
  vec_free(&movers);
  long_list_clear(&path);
  vec_free(&loop.edges);
}

/* ---- looking at components ---- */

struct summary {
  struct process_set enabled, starved; /* starved: enabled, yet never moves */
  bool accepting;
};

static void join(struct process_set *set, const struct process_set *added) {
  for (unsigned i = 0; i < PRODUCT_MASK_WORDS; i++)
    set->words[i] |= added->words[i];
}

static struct summary summarise(const struct strong *self, struct part part) {
  const struct product_graph *graph = &self->graph;
  struct summary summary = {.accepting = false};
  struct process_set moved = {{0}};
  for (uint32_t i = part.begin; i < part.end; i++) {
    const uint32_t node = self->components.order[i];
    const uint32_t end = product_graph_edge_end(graph, node);
    summary.accepting |=
        product_accepts(&self->hunt->product, product_graph_pair(graph, node));
    join(&summary.enabled, product_graph_enabled(graph, node));
    for (uint32_t e = graph->nodes[node].first_edge; e < end; e++)
      if (components_inside(&self->components, part, e))
        join(&moved, product_graph_movers(graph, e));
  }
  for (unsigned i = 0; i < PRODUCT_MASK_WORDS; i++)
    summary.starved.words[i] = summary.enabled.words[i] & ~moved.words[i];
  return summary;
}

/* Reports the component if it is fair, or puts fair ones inside it in line. */
static void examine(struct strong *self, struct part part) {
  const struct summary summary = summarise(self, part);
  if (!summary.accepting)
    return;
  if (!process_sets_meet(&summary.starved, &summary.starved)) {
    report_loop(self, part, &summary.enabled);
    return;
  }
  const struct part rest =
      components_without(&self->components, part, &summary.starved);
  (void)components_split(&self->components, rest);
}

/* Looks for a fair component in what has been explored. */
static void look(struct strong *self) {
  struct run *run = &self->hunt->run;
  struct components *components = &self->components;
  struct part part = {0, self->graph.node_count};
  if (components_open(components, &self->graph, run))
    (void)components_split(components, part);
  while (!run->stopped && components_take(components, &part))
    examine(self, part);
  components_close(components);
}

static void explore(struct strong *self) {
  struct run *run = &self->hunt->run;
  const uint64_t max_depth = self->hunt->config->limits.max_depth;
  const struct product_graph *graph = &self->graph;
  uint64_t depth = 0;
  uint32_t level_end = graph->node_count, next_look = FIRST_LOOK;
  for (uint32_t node = 0; node < graph->node_count && !run->stopped; node++) {
    if (node == level_end) {
      depth++;
      level_end = graph->node_count;
    }
    if (max_depth > 0 && depth > max_depth)
      run_stop(run, SEARCH_DEPTH);
    else
      expand(self, node);
    take_figures(self, depth);
    run_tick(run);
    if (node != next_look || run->stopped)
      continue;
    look(self);
    next_look = node < NO_NODE / GROWTH ? node * GROWTH : NO_NODE;
  }
}

void hunt_strong(struct hunt *hunt) {
  struct strong self = {.hunt = hunt};
  run_tick(&hunt->run); /* so that the memory limit is known */
  product_graph_open(&self.graph, &hunt->run.budget);
  for (size_t i = 0; i < hunt->initial.count && !hunt->run.stopped; i++)
    (void)add_node(&self, hunt->initial.items[i], NO_NODE);
  explore(&self);
  if (!hunt->run.stopped)
    look(&self);
  vec_free(&self.children);
  product_graph_close(&self.graph);
}
