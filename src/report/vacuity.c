/* Finds formulas that hold because what they are about does not happen.
 *
 * For each implication that the formula demands, the model is checked once more
 * with `false` in the place of what is promised (ltl/antecedent.h).  If even
 * that holds, the condition is never met.  What is assumed of the runs is a
 * condition too.  Usually such a search ends soon, with a run that meets the
 * condition; that run is not shown.
 *
 * The searches together may take no longer than the limits on the check allow,
 * and not much longer than the search before them; see budget().  Whatever cuts
 * them short leaves the formula as it is: it holds.
 */
#include "report/vacuity.h"

#include "ltl/antecedent.h"
#include "model/print.h"
#include "report/assumptions.h"
#include "report/temporal.h"

#include <string.h>

static const uint64_t LARGE_SEARCH = 1000000; /* states */

struct vacuity {
  const struct loaded *loaded;
  const struct property *property;
  struct verification *out;
  struct arena *arena;
  struct verify_config config; /* with the time that is left */
  double seconds;
};

/* After a small search a second one of its length, and some more, is nothing to
 * worry about; after a large one only half of that is.
 */
static double budget(const struct verify_config *config,
                     const struct search_figures *search) {
  const double usual = search->states > LARGE_SEARCH
                           ? search->seconds / 2
                           : 2 * search->seconds + 0.1;
  const double limit = config->search.max_seconds;
  if (limit == 0 || limit - search->seconds > usual)
    return usual;
  return limit - search->seconds;
}

/* ---- searching again ---- */

/* Does the model satisfy another formula in the place of the property's? */
static bool holds_instead(struct vacuity *vacuity,
                          const struct formula *formula) {
  const struct ltl_block block = {.name = vacuity->property->name,
                                  .where = vacuity->property->where,
                                  .formula = formula};
  struct property property = *vacuity->property;
  const struct observer silent = {0};
  struct search_result result = {0};
  struct temporal_use used;
  const char *reason = NULL;
  if (vacuity->seconds <= 0)
    return false;
  property.block = &block;
  vacuity->config.search.max_seconds = vacuity->seconds;
  const enum status status =
      temporal_check(&vacuity->config, vacuity->loaded, &property, vacuity->out,
                     &silent, &result, &used, &reason);
  vacuity->seconds -= result.figures.seconds;
  return status == STATUS_OK && !reason && result.end == SEARCH_COMPLETE;
}

/* ---- in words ---- */

/* From where a formula begins to where it ends, as far as its parts tell. */
static struct span hull(const struct formula *formula) {
  struct span all = formula->where;
  const struct formula *const parts[] = {formula->left, formula->right};
  for (size_t i = 0; i < 2; i++) {
    if (!parts[i])
      continue;
    const struct span part = hull(parts[i]);
    const uint32_t end = part.offset + part.length > all.offset + all.length
                             ? part.offset + part.length
                             : all.offset + all.length;
    if (part.source != all.source)
      return NO_SPAN;
    all.offset = part.offset < all.offset ? part.offset : all.offset;
    all.length = end - all.offset;
  }
  return all;
}

/* A piece of text on one line in which every parenthesis has its partner. */
static bool is_readable(const char *text, size_t length) {
  int open = 0;
  for (size_t i = 0; i < length && open >= 0; i++) {
    open += (text[i] == '(') - (text[i] == ')');
    if (text[i] == '\n')
      return false;
  }
  return length > 0 && open == 0;
}

static const char *printed(const struct vacuity *vacuity,
                           const struct formula *formula) {
  const struct model *model = vacuity->loaded->model;
  const char **names =
      ARENA_ARRAY(vacuity->arena, const char *, model->atom_count + 1);
  struct buffer text = {0};
  for (uint32_t i = 0; i < model->atom_count; i++) {
    buffer_clear(&text);
    print_expr(&text, model->atoms[i]);
    names[i] = arena_copy(vacuity->arena, buffer_text(&text), text.length);
  }
  buffer_clear(&text);
  if (formula->kind == FORMULA_ATOM)
    buffer_puts(&text, names[formula->atom]);
  else
    formula_print(&text, formula, names);
  const char *copy =
      arena_copy(vacuity->arena, buffer_text(&text), text.length);
  buffer_free(&text);
  return copy;
}

/* Both of them out of one macro? */
static bool overlap(struct span a, struct span b) {
  return a.source == b.source && a.offset < b.offset + b.length &&
         b.offset < a.offset + a.length;
}

/* The condition as its author wrote it, if that can be quoted. */
static const char *condition_text(const struct vacuity *vacuity,
                                  const struct antecedent *antecedent) {
  const struct span span = hull(antecedent->formula);
  if (span.source == 0 || overlap(span, hull(antecedent->promise)))
    return printed(vacuity, antecedent->formula);
  const char *text = sources_text(vacuity->loaded->sources, span);
  return is_readable(text, span.length)
             ? arena_copy(vacuity->arena, text, span.length)
             : printed(vacuity, antecedent->formula);
}

static const char *in_words(const struct vacuity *vacuity,
                            const struct antecedent *antecedent) {
  const char *text = condition_text(vacuity, antecedent);
  const char *format = "`%s` is never true where it matters";
  if (antecedent->demand == DEMAND_ALWAYS)
    format = "`%s` never happens";
  else if (antecedent->demand == DEMAND_AT_START)
    format = formula_is_boolean(antecedent->formula)
                 ? "`%s` does not hold in the initial state"
                 : "no run satisfies `%s`";
  return arena_printf(vacuity->arena, format, text);
}

/* ---- conditions ---- */

static const char *vacuous_antecedent(struct vacuity *vacuity,
                                      const struct formula *formula) {
  antecedent_list antecedents = {0};
  const char *reason = NULL;
  antecedents_find(formula, vacuity->arena, &antecedents);
  for (size_t i = 0; i < antecedents.count && !reason; i++)
    if (holds_instead(vacuity, antecedents.items[i].stronger))
      reason = in_words(vacuity, &antecedents.items[i]);
  vec_free(&antecedents);
  return reason;
}

const char *
vacuity_reason(const struct verify_config *config, const struct loaded *loaded,
               const struct property *property, struct verification *out,
               const struct search_figures *search, struct arena *arena) {
  if (strcmp(property->kind, "ltl") != 0)
    return NULL;
  struct vacuity vacuity = {.loaded = loaded,
                            .property = property,
                            .out = out,
                            .arena = arena,
                            .config = *config,
                            .seconds = budget(config, search)};
  if (config->liveness == LIVENESS_BUCHI_DET) /* not for every formula */
    vacuity.config.liveness = LIVENESS_MAGIC;
  if (has_assumptions(loaded) &&
      holds_instead(&vacuity, formula_new(arena, FORMULA_FALSE, NULL, NULL)))
    return "no run satisfies what is assumed";
  return vacuous_antecedent(&vacuity, property->block->formula);
}
