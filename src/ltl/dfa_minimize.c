/* Minimisation by Moore's method on diagrams.
 *
 * Classes of states are refined in rounds.  In a round the leaves of all
 * diagrams are renamed to the classes of the states they name; two states stay
 * together when they were together and their renamed diagrams are equal, which
 * is one comparison of numbers.  A round costs the number of diagram nodes, not
 * of letters, and there are at most as many rounds as states.
 *
 * Classes are numbered in the order of their first states.  So when a round
 * splits nothing it also renames nothing, and its diagrams are those of the
 * smallest dfa.
 */
#include "ltl/dfa.h"

#include <string.h>

struct round {
  const struct dfa *dfa;
  const uint32_t *classes; /* of each state, before */
  struct dfa *out;         /* the quotient, if nothing is split */
  uint32_t *renamed;       /* of each node its number in *out plus one, or 0 */
};

static uint32_t rename_leaves(struct round *round, uint32_t node) {
  if (round->renamed[node] > 0)
    return round->renamed[node] - 1;
  const struct triple *old = dfa_node(round->dfa, node);
  uint32_t result;
  if (old->a == DIAGRAM_LEAF) {
    result = dfa_leaf(round->out, round->classes[old->b]);
  } else {
    const uint32_t low = rename_leaves(round, old->b);
    result = dfa_choice(round->out, old->a, low, rename_leaves(round, old->c));
  }
  round->renamed[node] = result + 1;
  return result;
}

/* Splits classes; returns how many there are then. */
static size_t refine(const struct dfa *dfa, uint32_t *classes,
                     struct dfa *out) {
  const size_t states = dfa->roots.count;
  struct round round = {.dfa = dfa, .classes = classes, .out = out};
  struct triples split = {0}; /* (class, diagram): the new class */
  uint32_t *fresh = memory_alloc(states * sizeof *fresh);
  round.renamed = memory_alloc(dfa->nodes.items.count * sizeof *round.renamed);
  for (size_t i = 0; i < states; i++) {
    const uint32_t root = rename_leaves(&round, dfa->roots.items[i]);
    fresh[i] = triples_number(&split, classes[i], root, 0);
    if (fresh[i] < out->roots.count)
      continue;
    vec_push(&out->roots, root);
    vec_push(&out->accepting, dfa->accepting.items[i]);
  }
  memcpy(classes, fresh, states * sizeof *fresh);
  const size_t count = split.items.count;
  triples_clear(&split);
  memory_free(fresh);
  memory_free(round.renamed);
  return count;
}

/* By acceptance alone. */
static size_t first_classes(const struct dfa *dfa, uint32_t *classes) {
  size_t count = 1;
  for (size_t i = 0; i < dfa->roots.count; i++) {
    classes[i] = dfa->accepting.items[i] != dfa->accepting.items[0];
    if (classes[i] == 1)
      count = 2;
  }
  return count;
}

bool dfa_minimize(const struct dfa *dfa, struct effort *effort,
                  struct dfa *out) {
  uint32_t *classes = memory_alloc(dfa->roots.count * sizeof *classes);
  size_t count = first_classes(dfa, classes);
  const size_t round = dfa->roots.count + dfa->nodes.items.count;
  bool is_smallest = false;
  *out = (struct dfa){0};
  while (!is_smallest && effort_goes_on(effort, round)) {
    dfa_clear(out);
    const size_t refined = refine(dfa, classes, out);
    is_smallest = refined == count;
    count = refined;
  }
  memory_free(classes);
  return is_smallest;
}
