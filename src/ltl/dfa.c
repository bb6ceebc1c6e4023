/* Diagrams of automata, and products of two automata.
 *
 * A product is built from the initial pair on; the diagrams of a pair of states
 * are merged like those of two boolean functions (Bryant 1986), and the merged
 * leaves name the next pairs.
 */
#include "ltl/dfa.h"

void dfa_clear(struct dfa *dfa) {
  triples_clear(&dfa->nodes);
  vec_free(&dfa->roots);
  vec_free(&dfa->accepting);
}

uint32_t dfa_leaf(struct dfa *dfa, uint32_t state) {
  return triples_number(&dfa->nodes, DIAGRAM_LEAF, state, 0);
}

uint32_t dfa_choice(struct dfa *dfa, uint32_t atom, uint32_t low,
                    uint32_t high) {
  return low == high ? low : triples_number(&dfa->nodes, atom, low, high);
}

bool dfa_is_large(const struct dfa *dfa) {
  return dfa->roots.count > DFA_MOST_STATES ||
         dfa->nodes.items.count > DFA_MOST_NODES;
}

struct product {
  const struct dfa *a, *b;
  struct dfa *out;
  struct triples pairs;  /* of states: their number is the product's state */
  struct triples merged; /* pairs of nodes */
  VEC(uint32_t) results; /* of each of them */
  bool too_large;        /* or stopped */
};

static uint32_t merge(struct product *p, uint32_t x, uint32_t y);

static uint32_t merge_nodes(struct product *p, uint32_t x, uint32_t y) {
  const struct triple *left = dfa_node(p->a, x);
  const struct triple *right = dfa_node(p->b, y);
  if (left->a == DIAGRAM_LEAF && right->a == DIAGRAM_LEAF)
    return dfa_leaf(p->out, triples_number(&p->pairs, left->b, right->b, 0));
  const uint32_t atom = left->a < right->a ? left->a : right->a;
  const bool in_left = left->a == atom, in_right = right->a == atom;
  const uint32_t low = merge(p, in_left ? left->b : x, in_right ? right->b : y);
  const uint32_t high =
      merge(p, in_left ? left->c : x, in_right ? right->c : y);
  return dfa_choice(p->out, atom, low, high);
}

static uint32_t merge(struct product *p, uint32_t x, uint32_t y) {
  const uint32_t number = triples_number(&p->merged, x, y, 0);
  if (number < p->results.count)
    return p->results.items[number];
  p->too_large = p->too_large || number > DFA_MOST_NODES;
  if (p->too_large)
    return 0;
  vec_push(&p->results, 0);
  const uint32_t result = merge_nodes(p, x, y);
  p->results.items[number] = result;
  return result;
}

bool dfa_product(const struct dfa *a, const struct dfa *b,
                 const bool verdict[2][2], struct effort *effort,
                 struct dfa *out) {
  struct product p = {.a = a, .b = b, .out = out};
  *out = (struct dfa){0};
  (void)triples_number(&p.pairs, 0, 0, 0);
  for (size_t i = 0; i < p.pairs.items.count && !p.too_large; i++) {
    const struct triple pair = p.pairs.items.items[i];
    const size_t merged = p.merged.items.count;
    const uint32_t root =
        merge(&p, a->roots.items[pair.a], b->roots.items[pair.b]);
    vec_push(&out->roots, root);
    vec_push(&out->accepting,
             verdict[a->accepting.items[pair.a]][b->accepting.items[pair.b]]);
    p.too_large = p.too_large || dfa_is_large(out) ||
                  !effort_goes_on(effort, p.merged.items.count - merged);
  }
  triples_clear(&p.pairs);
  triples_clear(&p.merged);
  vec_free(&p.results);
  return !p.too_large;
}
