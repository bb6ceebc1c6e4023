/* The tableau: a state is a term, an edge one step of its expansion.
 *
 * The expansion of a term says in one boolean function what must hold now and
 * next: over the atoms, over "t holds next", and over promises,
 *
 *   a U b  =  b  or  a and promise(b) and next(a U b)
 *   a V b  =  b and (a or next(a V b)).
 *
 * Its atoms come first in the order of variables, so each node below them is
 * what is left to do after some letters; the products of that node are the
 * successors.  An edge carries the mark of every promise it does not make:
 * whoever postpones b for ever, makes the promise on all edges from some point
 * on (Couvreur 1999; Duret-Lutz 2014).  Terms with the same expansion are the
 * same state.
 *
 * Successors are never simplified: a promise is kept only as long as the term
 * that made it stays in sight.  [](a && X <>b) implies <>b, but the state of
 * both must not become the state of the first, which makes no promise.
 */
#include "ltl/tableau.h"

#include "base/memory.h"
#include "ltl/rewrite.h"

/* ---- expansion ---- */

static bdd_node new_variable(struct terms *terms, struct term *t,
                             uint32_t *number) {
  if (*number == 0) {
    *number = MOST_ATOMS + (uint32_t)terms->variables.count;
    vec_push(&terms->variables, t);
  }
  return bdd_variable(terms->bdd, *number);
}

static bdd_node next_of(struct terms *terms, struct term *t) {
  if (t->kind == TERM_BOOLEAN && t->guard <= BDD_TRUE)
    return t->guard;
  if (t->kind != TERM_AND)
    return new_variable(terms, t, &t->next);
  bdd_node all = BDD_TRUE;
  for (size_t i = 0; i < t->count; i++)
    all = bdd_and(terms->bdd, all, next_of(terms, t->parts[i]));
  return all;
}

static bdd_node expand(struct terms *terms, struct term *t);

static bdd_node expand_fresh(struct terms *terms, struct term *t) {
  struct bdd *bdd = terms->bdd;
  bdd_node a, b, all;
  switch (t->kind) {
  case TERM_BOOLEAN:
    return t->guard;
  case TERM_NEXT:
    return next_of(terms, t->parts[0]);
  case TERM_UNTIL:
    a = expand(terms, t->parts[0]);
    a = bdd_and(bdd, a,
                new_variable(terms, t->parts[1], &t->parts[1]->promise));
    a = bdd_and(bdd, a, next_of(terms, t));
    return bdd_or(bdd, expand(terms, t->parts[1]), a);
  case TERM_RELEASE:
    b = expand(terms, t->parts[1]);
    a = bdd_or(bdd, expand(terms, t->parts[0]), next_of(terms, t));
    return bdd_and(bdd, a, b);
  default:
    all = t->kind == TERM_AND ? BDD_TRUE : BDD_FALSE;
    for (size_t i = 0; i < t->count; i++) {
      bdd_node part = expand(terms, t->parts[i]);
      all = t->kind == TERM_AND ? bdd_and(bdd, all, part)
                                : bdd_or(bdd, all, part);
    }
    return all;
  }
}

static bdd_node expand(struct terms *terms, struct term *t) {
  if (!t->expanded) {
    t->expansion = expand_fresh(terms, t);
    t->expanded = true;
  }
  return t->expansion;
}

/* ---- states and edges ---- */

enum { MOST_RESTS = 1 << 9, MOST_SUCCESSORS = 1 << 13, MOST_EDGES = 1 << 18 };

struct successor {
  struct term *next;
  uint64_t promises;
  bdd_node guard;
};

struct slot {
  bdd_node expansion;
  uint32_t state; /* 1 + number, or 0 in a free slot */
};

struct builder {
  struct terms *terms;
  const struct tableau_options *options;
  struct graph *graph;
  VEC(struct term *) states;
  struct slot *slots; /* hash from expansion to state */
  size_t slot_count;
  uint32_t state; /* being expanded */
  bdd_node guard; /* of the successors being added */
  VEC(struct successor) successors;
  VEC(struct term *) promises; /* bit i stands for promises.items[i] */
  bool too_large;
};

static struct slot *find_slot(const struct builder *b, bdd_node expansion) {
  size_t slot = expansion * UINT64_C(0x9E3779B97F4A7C15) >> 20;
  for (;; slot++) {
    struct slot *entry = &b->slots[slot & (b->slot_count - 1)];
    if (entry->state == 0 || entry->expansion == expansion)
      return entry;
  }
}

static uint32_t state_of(struct builder *b, struct term *t) {
  struct slot *slot = find_slot(b, expand(b->terms, t));
  if (slot->state > 0)
    return slot->state - 1;
  if (b->states.count >= b->options->most_states) {
    b->too_large = true;
    return 0;
  }
  vec_push(&b->states, t);
  *slot = (struct slot){t->expansion, (uint32_t)b->states.count};
  return slot->state - 1;
}

static uint64_t promise_bit(struct builder *b, struct term *t) {
  size_t number = 0;
  while (number < b->promises.count && b->promises.items[number] != t)
    number++;
  if (number == MOST_PROMISES) {
    b->too_large = true;
    return 0;
  }
  if (number == b->promises.count)
    vec_push(&b->promises, t);
  return UINT64_C(1) << number;
}

static void add_successor(struct builder *b, struct successor new) {
  for (size_t i = 0; i < b->successors.count; i++) {
    struct successor *other = &b->successors.items[i];
    if (b->options->postpone_choices && other->promises == new.promises &&
        other->guard == new.guard) {
      other->next = term_join_two(b->terms, TERM_OR, other->next, new.next);
      return;
    }
  }
  vec_push(&b->successors, new);
}

static bdd_node add_literal(struct bdd *bdd, bdd_node guard,
                            struct bdd_literal literal) {
  bdd_node variable = bdd_variable(bdd, literal.variable);
  return literal.negative ? bdd_minus(bdd, guard, variable)
                          : bdd_and(bdd, guard, variable);
}

/* One product over "next", promises and perhaps atoms: a successor. */
static bool visit_product(void *context, const struct bdd_literal *literals,
                          size_t count) {
  struct builder *b = context;
  term_list parts = {0};
  struct successor new = {.guard = b->guard};
  for (size_t i = 0; i < count; i++) {
    uint32_t variable = literals[i].variable;
    if (variable < MOST_ATOMS) {
      new.guard = add_literal(b->terms->bdd, new.guard, literals[i]);
      continue;
    }
    struct term *t = b->terms->variables.items[variable - MOST_ATOMS];
    if (variable == t->next)
      vec_push(&parts, t);
    else
      new.promises |= promise_bit(b, t);
  }
  new.next = term_join(b->terms, TERM_AND, parts.items, parts.count);
  vec_free(&parts);
  add_successor(b, new);
  return !b->too_large && b->successors.count < MOST_SUCCESSORS;
}

static void add_edges(struct builder *b, bdd_node rest, bdd_node guard) {
  b->successors.count = 0;
  b->guard = guard;
  bdd_products(b->terms->bdd, rest, visit_product, b);
  if (b->successors.count == MOST_SUCCESSORS)
    b->too_large = true;
  for (size_t i = 0; i < b->successors.count && !b->too_large; i++) {
    const struct successor *s = &b->successors.items[i];
    if (term_is_false(s->next))
      continue;
    struct graph_edge edge = {b->state, state_of(b, s->next), s->guard,
                              s->promises};
    vec_push(&b->graph->edges, edge);
  }
}

/* What is left of an expansion after a letter, and the letters. */
struct rest {
  bdd_node node, letters;
};

typedef VEC(struct rest) rest_list;

static void meet(struct bdd *bdd, rest_list *list, bdd_node node,
                 bdd_node letters) {
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].node == node) {
      list->items[i].letters = bdd_or(bdd, list->items[i].letters, letters);
      return;
    }
  struct rest rest = {node, letters};
  vec_push(list, rest);
}

/* Replaces the nodes that test this atom by their branches. */
static void pass_atom(struct bdd *bdd, rest_list *list, uint32_t atom) {
  rest_list old = *list;
  *list = (rest_list){0};
  bdd_node variable = bdd_variable(bdd, atom);
  for (size_t i = 0; i < old.count; i++) {
    struct rest rest = old.items[i];
    if (bdd_top(bdd, rest.node) != atom) {
      meet(bdd, list, rest.node, rest.letters);
      continue;
    }
    meet(bdd, list, bdd_low(bdd, rest.node),
         bdd_minus(bdd, rest.letters, variable));
    meet(bdd, list, bdd_high(bdd, rest.node),
         bdd_and(bdd, rest.letters, variable));
  }
  vec_free(&old);
}

/* What is left after each letter; false when there is too much of it. */
static bool find_rests(struct terms *terms, bdd_node expansion,
                       rest_list *list) {
  meet(terms->bdd, list, expansion, BDD_TRUE);
  for (uint32_t atom = 0; atom < terms->atom_count; atom++) {
    if (list->count > MOST_RESTS)
      return false;
    pass_atom(terms->bdd, list, atom);
  }
  return true;
}

/* With too many letters to tell apart the products of the whole expansion are
 * the edges: fewer, but with more choices.
 */
static void expand_state(struct builder *b) {
  rest_list list = {0};
  bdd_node expansion = b->states.items[b->state]->expansion;
  if (!find_rests(b->terms, expansion, &list)) {
    list.count = 0;
    meet(b->terms->bdd, &list, expansion, BDD_TRUE);
  }
  for (size_t i = 0; i < list.count && !b->too_large; i++)
    if (list.items[i].node != BDD_FALSE)
      add_edges(b, list.items[i].node, list.items[i].letters);
  vec_free(&list);
  b->too_large = b->too_large || bdd_exhausted(b->terms->bdd) ||
                 b->graph->edges.count > MOST_EDGES;
}

/* While building the marks are the promises: now all of them are known. */
static void promises_to_marks(struct builder *b) {
  struct graph *graph = b->graph;
  graph->set_count = (uint32_t)b->promises.count;
  for (size_t i = 0; i < graph->edges.count; i++)
    graph->edges.items[i].marks =
        ~graph->edges.items[i].marks & graph_all_marks(graph);
}

bool tableau_build(struct terms *terms, struct term *t,
                   const struct tableau_options *options, struct graph *out) {
  struct builder b = {.terms = terms, .options = options, .graph = out};
  enum term_effort effort = terms->effort;
  terms->effort = EFFORT_IDENTITY;
  *out = (struct graph){.bdd = terms->bdd};
  b.slot_count = 64;
  while (b.slot_count < 2 * (size_t)options->most_states)
    b.slot_count *= 2;
  b.slots = memory_alloc(b.slot_count * sizeof *b.slots);
  vec_push(&out->initial, state_of(&b, t));
  for (; b.state < b.states.count && !b.too_large; b.state++)
    expand_state(&b);
  if (b.too_large) {
    graph_clear(out);
  } else {
    out->state_count = (uint32_t)b.states.count;
    promises_to_marks(&b);
    graph_settle(out);
  }
  terms->effort = effort;
  memory_free(b.slots);
  vec_free(&b.states);
  vec_free(&b.successors);
  vec_free(&b.promises);
  return !b.too_large;
}

bool tableau_is_empty(struct terms *terms, struct term *t) {
  static const struct tableau_options small = {.most_states = 60};
  struct graph graph;
  bool empty =
      tableau_build(terms, t, &small, &graph) && graph_is_empty(&graph);
  graph_clear(&graph);
  return empty;
}
