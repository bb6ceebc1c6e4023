/* The strongly connected components of a product graph, and of parts of them
 * when some of their nodes are taken out.  Included inside src/search/ only.
 */
#ifndef LARIAT_SEARCH_COMPONENTS_H
#define LARIAT_SEARCH_COMPONENTS_H

#include "search/product_graph.h"
#include "search/run.h"
#include "search/words.h"

#define NO_PART UINT32_MAX

/* Some nodes: those at these places of components->order. */
struct part {
  uint32_t begin, end;
};

struct components {
  const struct product_graph *graph;
  struct run *run;       /* limits */
  uint32_t count;        /* of nodes */
  uint32_t *order;       /* all nodes, those of a part together */
  uint32_t *parts;       /* of each node: where its part begins, or NO_PART */
  uint32_t *low, *stack; /* of a split; between splits anybody's scratch */
  uint32_t stacked, emitted;
  struct words frames;
  struct words found; /* components not taken yet */
};

/* One part: all nodes.  Close it even when there is no memory (false). */
bool components_open(struct components *self, const struct product_graph *graph,
                     struct run *run);
void components_close(struct components *self);

/* Finds the components of a part that have an edge inside; each is a part now.
 * False when the run has stopped.
 */
bool components_split(struct components *self, struct part part);

/* Takes a component found; false when there are no more. */
bool components_take(struct components *self, struct part *component);

/* Takes the nodes out that have one of these processes enabled. */
struct part components_without(struct components *self, struct part part,
                               const struct process_set *enabled);

/* Does the edge lead to a node of this part? */
static inline bool components_inside(const struct components *self,
                                     struct part part, uint32_t edge) {
  return self->parts[self->graph->edges[edge].target] == part.begin;
}

/* Have two sets of processes a member in common? */
static inline bool process_sets_meet(const struct process_set *a,
                                     const struct process_set *b) {
  uint64_t common = 0;
  for (unsigned i = 0; i < PRODUCT_MASK_WORDS; i++)
    common |= a->words[i] & b->words[i];
  return common != 0;
}

#endif
