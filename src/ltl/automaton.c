/* Formulas to automata: the frame around the translation.
 *
 * The formula's atoms, which may have any numbers, become atoms 0 to 63; the
 * graph that comes back is numbered in breadth-first order from its initial
 * state, so that equal formulas print equal automata.
 */
#include "ltl/automaton.h"

#include "base/memory.h"
#include "base/vec.h"
#include "ltl/export.h"
#include "ltl/rewrite.h"
#include "ltl/translate.h"

#include <assert.h>

void automaton_close(struct automaton *automaton) {
  if (automaton)
    arena_close(automaton->arena);
}

typedef VEC(uint32_t) number_list;

static void collect_atoms(const struct formula *formula, atom_list *atoms) {
  if (formula->kind == FORMULA_ATOM) {
    for (size_t i = 0; i < atoms->count; i++)
      if (atoms->items[i] == formula->atom)
        return;
    vec_push(atoms, formula->atom);
  }
  if (formula->left)
    collect_atoms(formula->left, atoms);
  if (formula->right)
    collect_atoms(formula->right, atoms);
}

bool automaton_atoms(const struct formula *formula, struct diag *diag,
                     atom_list *atoms) {
  collect_atoms(formula, atoms);
  if (atoms->count <= MOST_ATOMS)
    return true;
  diag_error(diag, formula->where,
             "the formula has %zu different propositions; at most %d are "
             "possible",
             atoms->count, MOST_ATOMS);
  return false;
}

bool automaton_has_room(const struct formula *formula) {
  atom_list atoms = {0};
  collect_atoms(formula, &atoms);
  const bool has_room = atoms.count <= MOST_ATOMS;
  vec_free(&atoms);
  return has_room;
}

const char *automaton_refusal(const struct formula *formula) {
  static_assert(MOST_ATOMS == 64, "the text says so");
  return automaton_has_room(formula)
             ? "the formula's automaton would be too large"
             : "the formula has more than 64 different propositions";
}

static bool has_next(const struct formula *formula) {
  return formula->kind == FORMULA_NEXT ||
         formula->kind == FORMULA_STRONG_NEXT ||
         (formula->left && has_next(formula->left)) ||
         (formula->right && has_next(formula->right));
}

/* ---- order of states ---- */

static void number_states(const struct graph *graph, uint32_t *number) {
  number_list queue = {0};
  for (uint32_t i = 0; i < graph->state_count; i++)
    number[i] = UINT32_MAX;
  for (size_t i = 0; i < graph->initial.count; i++) {
    number[graph->initial.items[i]] = (uint32_t)queue.count;
    vec_push(&queue, graph->initial.items[i]);
  }
  for (size_t i = 0; i < queue.count; i++)
    for (uint32_t e = graph->first.items[queue.items[i]];
         e < graph->first.items[queue.items[i] + 1]; e++) {
      uint32_t to = graph->edges.items[e].to;
      if (number[to] != UINT32_MAX)
        continue;
      number[to] = (uint32_t)queue.count;
      vec_push(&queue, to);
    }
  vec_free(&queue);
}

/* All states are reachable here. */
static void renumber(struct graph *graph) {
  uint32_t *number = memory_alloc((graph->state_count + 1) * sizeof *number);
  number_states(graph, number);
  for (size_t i = 0; i < graph->edges.count; i++) {
    struct graph_edge *edge = &graph->edges.items[i];
    edge->from = number[edge->from];
    edge->to = number[edge->to];
  }
  for (size_t i = 0; i < graph->initial.count; i++)
    graph->initial.items[i] = number[graph->initial.items[i]];
  memory_free(number);
  graph_settle(graph);
}

/* ---- translation ---- */

static struct automaton *translate(const struct formula *formula,
                                   const struct automaton_options *options,
                                   const atom_list *atoms, bool *stopped) {
  struct translate_options how = {.generalized = options->generalized,
                                  .deterministic = options->deterministic};
  struct bdd *bdd = bdd_open();
  bdd_set_limit(bdd, options->limit, options->most_steps);
  struct terms *terms = terms_open(bdd, (uint32_t)atoms->count);
  struct graph graph;
  terms->effort = EFFORT_EXACT;
  struct term *t =
      term_of_formula(terms, formula, atoms->items, options->negated);
  terms->effort = EFFORT_SYNTAX;
  struct automaton *out = NULL;
  if (translate_term(terms, t, &how, &graph)) {
    renumber(&graph);
    out = automaton_of_graph(&graph, atoms->items, (uint32_t)atoms->count);
    if (out && !has_next(formula))
      out->properties |= AUTOMATON_STUTTER_INVARIANT;
  }
  *stopped = bdd_stopped(bdd);
  graph_clear(&graph);
  terms_close(terms);
  bdd_close(bdd);
  return out;
}

enum status automaton_failure(const struct formula *formula, bool stopped,
                              struct diag *diag) {
  if (stopped)
    return STATUS_STOPPED;
  diag_error(diag, formula->where,
             "the automaton of this formula is too large");
  return STATUS_TOO_LARGE;
}

enum status automaton_from_formula(const struct formula *formula,
                                   const struct automaton_options *options,
                                   struct diag *diag, struct automaton **out) {
  atom_list atoms = {0};
  bool stopped = false;
  enum status status = STATUS_BAD_INPUT;
  *out = NULL;
  if (automaton_atoms(formula, diag, &atoms)) {
    *out = translate(formula, options, &atoms, &stopped);
    status = *out ? STATUS_OK : automaton_failure(formula, stopped, diag);
  }
  vec_free(&atoms);
  return status;
}

struct automaton *automaton_reduce(const struct automaton *automaton,
                                   const struct automaton_options *options) {
  struct translate_options how = {.generalized = options->generalized,
                                  .deterministic = options->deterministic};
  struct bdd *bdd = bdd_open();
  bdd_set_limit(bdd, options->limit, options->most_steps);
  struct graph graph, reduced;
  struct automaton *out = NULL;
  graph_of_automaton(automaton, bdd, &graph);
  translate_graph(&graph, &how, &reduced);
  if (!bdd_exhausted(bdd)) {
    renumber(&reduced);
    out = automaton_of_graph(&reduced, automaton->atoms, automaton->atom_count);
    if (out)
      out->properties |= automaton->properties & AUTOMATON_STUTTER_INVARIANT;
  }
  graph_clear(&graph);
  graph_clear(&reduced);
  bdd_close(bdd);
  return out;
}
