/* The product of a labelled transition system and a Büchi automaton that reads
 * its labels, forwards and backwards.
 *
 * A node is a state of the graph and one of the automaton.  Both move at the
 * same time: the automaton reads the label of the step.  Nothing is built: the
 * neighbours of a node are found from the arrays of the graph and from the
 * moves of the automaton for each kind of label.  To the automaton all labels
 * are of one kind that are none of its atoms.
 *
 * A state of the graph without transitions repeats itself when the product
 * stutters, and the automaton reads that nothing happens.
 */
#ifndef LARIAT_SEARCH_LTS_PRODUCT_H
#define LARIAT_SEARCH_LTS_PRODUCT_H

#include "ltl/automaton.h"
#include "lts/lts.h"
#include "model/model.h"

/* A state of the graph, in the upper half, and one of the automaton. */
typedef uint64_t lts_node;

/* One move of the automaton, from or to the state it is listed under. */
struct lts_move {
  uint32_t state; /* the other end */
  uint64_t marks;
};

struct lts_moves {
  uint32_t *first; /* of each state, and the number of all */
  struct lts_move *items;
};

struct lts_product {
  const struct lts *lts;
  const struct automaton *automaton;
  bool stutters;
  struct lts_reverse reverse;
  struct arena *arena;
  uint8_t *kinds; /* of the labels; 0: none of the atoms */
  struct lts_moves *forward, *backward; /* for each kind */
};

/* One way from a node to the next, or back from one to the one before. */
struct lts_step {
  lts_node to; /* the other end */
  uint64_t marks;
  uint32_t transition; /* among those of the state that it leaves; forwards */
  bool stutters;       /* there is no transition */
};

/* The atoms of the automaton are labels of the model (EXPR_LABEL); it has at
 * most 64.  Graph, automaton and model must outlive the product.
 */
void lts_product_init(struct lts_product *product, const struct lts *lts,
                      const struct model *model,
                      const struct automaton *automaton, bool stutters);
void lts_product_clear(struct lts_product *product);

static inline lts_node lts_node_make(uint32_t state, uint32_t inner) {
  return (uint64_t)state << 32 | inner;
}

static inline uint32_t lts_node_state(lts_node node) {
  return (uint32_t)(node >> 32);
}

/* How many nodes there are, and the number of a node among them, from 0. */
uint64_t lts_product_nodes(const struct lts_product *product);

static inline uint64_t lts_product_index(const struct lts_product *product,
                                         lts_node node) {
  return (uint64_t)lts_node_state(node) * product->automaton->state_count +
         (uint32_t)node;
}

/* Goes through the neighbours of a node, in either direction. */
struct lts_cursor {
  uint32_t state, inner;
  uint32_t place, move;
};
static inline struct lts_cursor
lts_product_after(const struct lts_product *product, lts_node node) {
  const uint32_t state = lts_node_state(node);
  return (struct lts_cursor){state, (uint32_t)node,
                             product->lts->first_edge[state], 0};
}

static inline struct lts_cursor
lts_product_before(const struct lts_product *product, lts_node node) {
  const uint32_t state = lts_node_state(node);
  return (struct lts_cursor){state, (uint32_t)node,
                             product->reverse.first[state], 0};
}

/* The next successor, or predecessor; false when there are no more. */
bool lts_product_next(const struct lts_product *product,
                      struct lts_cursor *cursor, struct lts_step *step);
bool lts_product_previous(const struct lts_product *product,
                          struct lts_cursor *cursor, struct lts_step *step);

#endif
