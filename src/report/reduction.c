/* Decides on reduction, property by property.
 *
 * A property is kept by the reduction when it cannot count steps: formulas
 * without X, accept and progress labels.  An automaton, or a never claim, could
 * count them, and whether it does is not looked into.  Fairness is about every
 * single process, also one whose steps were left out.
 *
 * Dead values are cleared whatever the property is: it does not see them, nor
 * does anybody else.  An infinite run is shown as a loop; with its real values
 * it may need one more turn to come back to itself (search/hunt.c).
 *
 * Breadth-first search is asked for to have a shortest run: of the runs that
 * are equivalent to it one is kept, but not always one as short, since steps
 * that do not matter may be taken first, and steps are joined.
 */
#include "report/reduction.h"

#include "reduce/ample.h"
#include "reduce/tidy.h"
#include "report/assumptions.h"

#include <string.h>

static bool has_next(const struct formula *formula) {
  if (!formula)
    return false;
  return formula->kind == FORMULA_NEXT ||
         formula->kind == FORMULA_STRONG_NEXT || has_next(formula->left) ||
         has_next(formula->right);
}

static void open_reduced(const struct loaded *loaded,
                         const struct watched *watched, bool trusting,
                         struct reduction *reduction) {
  if (!reduction->hindrance && loaded->graph)
    reduction->hindrance = "a graph has no processes";
  if (!reduction->hindrance)
    reduction->hindrance = facts_hindrance(loaded->model, watched);
  if (reduction->hindrance)
    return;
  reduction->reduced =
      engine_open_ample(reduction->engine, loaded->model, watched, trusting);
  reduction->engine = reduction->reduced;
}

static void open_tidy(const struct verify_config *config,
                      const struct loaded *loaded, struct reduction *out) {
  if (config->slice && !loaded->graph)
    out->tidy = engine_open_tidy(out->engine, loaded->model);
  if (out->tidy)
    out->engine = out->tidy;
}

void reduction_for_safety(const struct verify_config *config,
                          const struct loaded *loaded, struct engine *engine,
                          struct reduction *out) {
  const struct watched nothing = {0};
  const bool breadth_first = config->search.kind == SEARCH_BFS;
  *out = (struct reduction){.engine = engine};
  open_tidy(config, loaded, out);
  if (config->reduce == REDUCE_NEVER)
    return;
  if (breadth_first && config->reduce != REDUCE_ALWAYS)
    out->hindrance = "breadth-first search looks for a shortest run";
  /* a search that expands states again cannot see to what is put off */
  const bool replaces = config->store.choice == STORE_CHOICE_CACHE;
  const bool trusting = !breadth_first && !replaces;
  open_reduced(loaded, &nothing, trusting, out);
  if (!out->hindrance || !trusting || loaded->graph)
    return;
  out->joining = engine_open_joining(out->engine);
  out->engine = out->joining;
}

static const char *hindrance_of(const struct verify_config *config,
                                const struct loaded *loaded,
                                const struct property *property) {
  if (config->fairness != FAIRNESS_NONE || config->liveness == LIVENESS_STRONG)
    return "fairness is asked for";
  if (strcmp(property->kind, "acceptance") == 0 ||
      strcmp(property->kind, "progress") == 0)
    return has_assumptions(loaded) ? "an assumption is made" : NULL;
  if (strcmp(property->kind, "ltl") != 0)
    return "a claim may count steps";
  if (assumes_automata(loaded))
    return "an automaton may count steps";
  return has_next(property->block->formula) ||
                 has_next(assumed_formula(loaded, NULL))
             ? "the formula has X"
             : NULL;
}

void reduction_for_claim(const struct verify_config *config,
                         const struct loaded *loaded,
                         const struct property *property,
                         const struct claim *claim, struct engine *engine,
                         struct reduction *out) {
  const struct watched watched = {.atoms = claim->atoms,
                                  .atom_count = claim->atom_count};
  *out = (struct reduction){.engine = engine};
  open_tidy(config, loaded, out);
  if (config->reduce == REDUCE_NEVER)
    return;
  out->hindrance = hindrance_of(config, loaded, property);
  open_reduced(loaded, &watched, false, out);
}

void reduction_clear(struct reduction *reduction) {
  engine_close(reduction->reduced);
  engine_close(reduction->joining);
  engine_close(reduction->tidy);
}

bool counts_steps(const struct verify_config *config,
                  const struct loaded *loaded,
                  const struct property *property) {
  return strcmp(property->kind, "safety") != 0 &&
         (strcmp(property->kind, "finite") == 0 ||
          hindrance_of(config, loaded, property) != NULL);
}
