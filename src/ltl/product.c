/* The product: reachable pairs of states, edges with both guards and the marks
 * of both, those of the second after those of the first.
 */
#include "ltl/product.h"

#include "base/memory.h"

struct pair {
  uint32_t a, b;
};

struct builder {
  const struct graph *a, *b;
  struct graph *out;
  uint32_t most_states;
  VEC(struct pair) pairs;
  uint32_t *slots; /* hash from pairs to 1 + state */
  size_t slot_count;
  bool too_large;
};

static uint32_t state_of(struct builder *p, uint32_t a, uint32_t b) {
  size_t slot = (((uint64_t)a << 32 | b) * UINT64_C(0x9E3779B97F4A7C15)) >> 32;
  for (;; slot++) {
    uint32_t *entry = &p->slots[slot & (p->slot_count - 1)];
    if (*entry > 0) {
      const struct pair *pair = &p->pairs.items[*entry - 1];
      if (pair->a == a && pair->b == b)
        return *entry - 1;
      continue;
    }
    if (p->pairs.count >= p->most_states) {
      p->too_large = true;
      return 0;
    }
    struct pair pair = {a, b};
    vec_push(&p->pairs, pair);
    *entry = (uint32_t)p->pairs.count;
    return *entry - 1;
  }
}

static void join_edges(struct builder *p, uint32_t state,
                       const struct graph_edge *x, struct pair pair) {
  for (uint32_t i = p->b->first.items[pair.b];
       i < p->b->first.items[pair.b + 1] && !p->too_large; i++) {
    const struct graph_edge *y = &p->b->edges.items[i];
    bdd_node guard = bdd_and(p->a->bdd, x->guard, y->guard);
    if (guard == BDD_FALSE)
      continue;
    uint64_t marks = x->marks;
    if (p->b->set_count > 0)
      marks |= y->marks << p->a->set_count;
    struct graph_edge edge = {state, state_of(p, x->to, y->to), guard, marks};
    vec_push(&p->out->edges, edge);
  }
}

static void expand(struct builder *p, uint32_t state) {
  struct pair pair = p->pairs.items[state];
  for (uint32_t i = p->a->first.items[pair.a];
       i < p->a->first.items[pair.a + 1]; i++)
    join_edges(p, state, &p->a->edges.items[i], pair);
}

bool graph_product(const struct graph *a, const struct graph *b,
                   uint32_t most_states, struct graph *out) {
  *out =
      (struct graph){.bdd = a->bdd, .set_count = a->set_count + b->set_count};
  if (out->set_count > 64)
    return false;
  struct builder p = {.a = a, .b = b, .out = out, .most_states = most_states};
  p.slot_count = 64;
  while (p.slot_count < 2 * (size_t)most_states)
    p.slot_count *= 2;
  p.slots = memory_alloc(p.slot_count * sizeof *p.slots);
  for (size_t i = 0; i < a->initial.count; i++)
    for (size_t k = 0; k < b->initial.count; k++)
      vec_push(&out->initial,
               state_of(&p, a->initial.items[i], b->initial.items[k]));
  for (uint32_t state = 0; state < p.pairs.count && !p.too_large; state++)
    expand(&p, state);
  out->state_count = (uint32_t)p.pairs.count;
  memory_free(p.slots);
  vec_free(&p.pairs);
  bool fits = !p.too_large && !bdd_exhausted(a->bdd);
  if (fits)
    graph_settle(out);
  else
    graph_clear(out);
  return fits;
}

bool graphs_are_disjoint(const struct graph *a, const struct graph *b,
                         uint32_t most_states) {
  struct graph both;
  bool disjoint =
      graph_product(a, b, most_states, &both) && graph_is_empty(&both);
  graph_clear(&both);
  return disjoint;
}
