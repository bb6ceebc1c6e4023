/* From formulas to the smallest automata on finite words.
 *
 * Formulas that begin with a temporal operator are translated by derivatives
 * (derivative.c).  Above them boolean operators become products of automata,
 * each made smallest at once: a conjunction of many small formulas often has
 * many derivatives that differ in form only, and few states.
 */
#include "ltl/finite.h"

#include "ltl/derivative.h"
#include "ltl/export.h"

#include <string.h>

/* ---- automata ---- */

struct building {
  const atom_list *atoms;
  struct effort effort;
};

static bool build(struct building *self, const struct formula *formula,
                  struct dfa *out);

/* Replaces an automaton by its smallest one. */
static bool shrink(struct building *self, struct dfa *dfa) {
  struct dfa large = *dfa;
  const bool done = dfa_minimize(&large, &self->effort, dfa);
  dfa_clear(&large);
  return done;
}

/* What a boolean operator says; NULL for other operators. */
static const bool (*truth_table(enum formula_kind kind))[2] {
  static const bool conjunction[2][2] = {{false, false}, {false, true}};
  static const bool disjunction[2][2] = {{false, true}, {true, true}};
  static const bool implication[2][2] = {{true, true}, {false, true}};
  static const bool equivalence[2][2] = {{true, false}, {false, true}};
  switch (kind) {
  case FORMULA_AND:
    return conjunction;
  case FORMULA_OR:
    return disjunction;
  case FORMULA_IMPLIES:
    return implication;
  case FORMULA_EQUIV:
    return equivalence;
  default:
    return NULL;
  }
}

/* ---- operands of a boolean operator ---- */

/* Those of a conjunction or disjunction may be taken in any order. */
struct operand {
  struct dfa dfa;
  uint64_t atoms; /* that it looks at */
};

typedef VEC(struct operand) operand_list;

static uint64_t atoms_of(const struct dfa *dfa) {
  uint64_t atoms = 0;
  for (size_t i = 0; i < dfa->nodes.items.count; i++)
    if (dfa_node(dfa, (uint32_t)i)->a != DIAGRAM_LEAF)
      atoms |= UINT64_C(1) << dfa_node(dfa, (uint32_t)i)->a;
  return atoms;
}

/* Of a conjunction of conjunctions, and so on, all parts. */
static bool add_operands(struct building *self, const struct formula *formula,
                         enum formula_kind outer, operand_list *out) {
  if (formula->kind == outer && (outer == FORMULA_AND || outer == FORMULA_OR))
    return add_operands(self, formula->left, outer, out) &&
           add_operands(self, formula->right, outer, out);
  struct operand operand = {0};
  const bool built = build(self, formula, &operand.dfa);
  operand.atoms = atoms_of(&operand.dfa);
  vec_push(out, operand);
  return built;
}

/* How many states the product of two may have. */
static uint64_t cost(const struct operand *a, const struct operand *b) {
  return (uint64_t)a->dfa.roots.count * b->dfa.roots.count;
}

/* The pair to be joined next: the cheapest of those that have an atom in
 * common, for there is most to be saved, or else of all.
 */
static void choose_pair(const operand_list *list, size_t *first,
                        size_t *second) {
  bool related = false;
  *first = 0;
  *second = 1;
  for (size_t j = 1; j < list->count; j++)
    for (size_t i = 0; i < j; i++) {
      const struct operand *a = &list->items[i], *b = &list->items[j];
      const bool meet = (a->atoms & b->atoms) != 0;
      const uint64_t best = cost(&list->items[*first], &list->items[*second]);
      if (meet < related || (meet == related && cost(a, b) >= best))
        continue;
      related = meet;
      *first = i;
      *second = j;
    }
}

/* Replaces two operands by one. */
static bool join_pair(struct building *self, operand_list *list,
                      enum formula_kind kind) {
  size_t i, j;
  choose_pair(list, &i, &j);
  struct operand a = list->items[i], b = list->items[j], both = {0};
  const bool built = effort_goes_on(&self->effort, list->count * list->count) &&
                     dfa_product(&a.dfa, &b.dfa, truth_table(kind),
                                 &self->effort, &both.dfa) &&
                     shrink(self, &both.dfa);
  both.atoms = atoms_of(&both.dfa);
  dfa_clear(&a.dfa);
  dfa_clear(&b.dfa);
  list->items[i] = both;
  list->items[j] = vec_pop(list);
  return built;
}

static bool build_product(struct building *self, const struct formula *formula,
                          struct dfa *out) {
  const enum formula_kind kind = formula->kind;
  operand_list list = {0};
  bool built = add_operands(self, formula->left, kind, &list) &&
               add_operands(self, formula->right, kind, &list);
  while (built && list.count > 1)
    built = join_pair(self, &list, kind);
  for (size_t i = 0; i < list.count; i++)
    if (built)
      *out = list.items[i].dfa; /* the only one left */
    else
      dfa_clear(&list.items[i].dfa);
  vec_free(&list);
  return built;
}

static bool build_complement(struct building *self,
                             const struct formula *formula, struct dfa *out) {
  if (!build(self, formula->left, out))
    return false;
  for (size_t i = 0; i < out->accepting.count; i++)
    out->accepting.items[i] = !out->accepting.items[i];
  return true;
}

static bool build(struct building *self, const struct formula *formula,
                  struct dfa *out) {
  if (formula->kind == FORMULA_NOT)
    return build_complement(self, formula, out);
  if (truth_table(formula->kind))
    return build_product(self, formula, out);
  return derivatives_of(formula, self->atoms->items,
                        (uint32_t)self->atoms->count, &self->effort, out) &&
         shrink(self, out);
}

/* ---- from automata ---- */

static void copy_nodes(const struct dfa *dfa, struct finite *out) {
  const size_t count = dfa->nodes.items.count;
  struct finite_node *nodes =
      ARENA_ARRAY(out->arena, struct finite_node, count + 1);
  uint32_t *names = ARENA_ARRAY(out->arena, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) { /* those below a node come first */
    const struct triple *node = dfa_node(dfa, i);
    if (node->a == DIAGRAM_LEAF) {
      names[i] = node->b;
      continue;
    }
    names[i] = out->state_count + out->node_count;
    nodes[out->node_count++] =
        (struct finite_node){node->a, names[node->b], names[node->c]};
  }
  uint32_t *roots = ARENA_ARRAY(out->arena, uint32_t, out->state_count);
  for (uint32_t i = 0; i < out->state_count; i++)
    roots[i] = names[dfa->roots.items[i]];
  out->nodes = nodes;
  out->roots = roots;
}

static struct finite *finite_of_dfa(const struct dfa *dfa,
                                    const atom_list *atoms) {
  struct arena *arena = arena_open();
  struct finite *out = ARENA_NEW(arena, struct finite);
  out->arena = arena;
  out->state_count = (uint32_t)dfa->roots.count;
  bool *accepting = ARENA_ARRAY(arena, bool, out->state_count);
  memcpy(accepting, dfa->accepting.items, out->state_count * sizeof *accepting);
  out->accepting = accepting;
  uint32_t *copy = ARENA_ARRAY(arena, uint32_t, atoms->count + 1);
  for (size_t i = 0; i < atoms->count; i++)
    copy[i] = atoms->items[i];
  out->atoms = copy;
  out->atom_count = (uint32_t)atoms->count;
  copy_nodes(dfa, out);
  return out;
}

enum status finite_from_formula(const struct formula *formula,
                                const struct limit *limit, struct diag *diag,
                                struct finite **out) {
  atom_list atoms = {0};
  struct dfa dfa = {0};
  struct building self = {.atoms = &atoms, .effort = {.limit = limit}};
  enum status status = STATUS_BAD_INPUT;
  *out = NULL;
  if (automaton_atoms(formula, diag, &atoms)) {
    if (build(&self, formula, &dfa))
      *out = finite_of_dfa(&dfa, &atoms);
    status = *out ? STATUS_OK
                  : automaton_failure(formula, self.effort.stopped, diag);
  }
  dfa_clear(&dfa);
  vec_free(&atoms);
  return status;
}

void finite_close(struct finite *finite) {
  if (finite)
    arena_close(finite->arena);
}

/* ---- guards ---- */

enum { MOST_ANSWERS = 1 << 22, MOST_EDGES = 1 << 20 };

struct guards {
  const struct finite *finite;
  struct bdd *bdd;
  struct triples asked; /* (node or state, target state, 0) */
  VEC(bdd_node) answers;
};

/* The letters that lead from a node to a target. */
static bdd_node guard_of(struct guards *guards, uint32_t at, uint32_t target) {
  if (at < guards->finite->state_count)
    return at == target ? BDD_TRUE : BDD_FALSE;
  const uint32_t number = triples_number(&guards->asked, at, target, 0);
  if (number < guards->answers.count)
    return guards->answers.items[number];
  vec_push(&guards->answers, BDD_FALSE);
  bdd_count_steps(guards->bdd, 1);
  if (guards->answers.count > MOST_ANSWERS)
    bdd_give_up(guards->bdd);
  if (bdd_exhausted(guards->bdd))
    return BDD_FALSE;
  const struct finite_node *node =
      &guards->finite->nodes[at - guards->finite->state_count];
  const bdd_node low = guard_of(guards, node->low, target);
  const bdd_node high = guard_of(guards, node->high, target);
  const bdd_node result =
      bdd_ite(guards->bdd, bdd_variable(guards->bdd, node->atom), high, low);
  guards->answers.items[number] = result;
  return result;
}

typedef VEC(uint32_t) state_list;

/* The states that a state leads to, each once. */
static void collect_targets(const struct finite *finite, uint32_t at,
                            uint32_t stamp, uint32_t *stamps,
                            state_list *targets) {
  if (stamps[at] == stamp)
    return;
  stamps[at] = stamp;
  if (at < finite->state_count) {
    vec_push(targets, at);
    return;
  }
  const struct finite_node *node = &finite->nodes[at - finite->state_count];
  collect_targets(finite, node->low, stamp, stamps, targets);
  collect_targets(finite, node->high, stamp, stamps, targets);
}

static void add_edges(struct guards *guards, struct graph *graph) {
  const struct finite *finite = guards->finite;
  uint32_t *stamps = memory_alloc(
      ((size_t)finite->state_count + finite->node_count) * sizeof *stamps);
  state_list targets = {0};
  for (uint32_t i = 0; i < finite->state_count; i++) {
    targets.count = 0;
    if (graph->edges.count > MOST_EDGES)
      bdd_give_up(guards->bdd);
    if (bdd_exhausted(guards->bdd))
      break;
    collect_targets(finite, finite->roots[i], i + 1, stamps, &targets);
    bdd_count_steps(guards->bdd, targets.count);
    for (size_t t = 0; t < targets.count; t++) {
      const uint32_t to = targets.items[t];
      const struct graph_edge edge = {
          i, to, guard_of(guards, finite->roots[i], to), finite->accepting[i]};
      vec_push(&graph->edges, edge);
    }
  }
  vec_free(&targets);
  memory_free(stamps);
}

struct automaton *finite_to_automaton(const struct finite *finite,
                                      const struct limit *limit) {
  struct guards guards = {.finite = finite, .bdd = bdd_open()};
  struct graph graph = {.bdd = guards.bdd,
                        .state_count = finite->state_count,
                        .set_count = 1,
                        .marks_on_states = true};
  bdd_set_limit(guards.bdd, limit, 0);
  vec_push(&graph.initial, 0);
  add_edges(&guards, &graph);
  graph_settle(&graph);
  struct automaton *out = NULL;
  if (!bdd_exhausted(guards.bdd))
    out = automaton_of_graph(&graph, finite->atoms, finite->atom_count);
  graph_clear(&graph);
  triples_clear(&guards.asked);
  vec_free(&guards.answers);
  bdd_close(guards.bdd);
  return out;
}
