/* See effect.h.
 *
 * A value that does not fit its variable wraps around: where that can happen,
 * the statement has a variant for it.  Values are exact in each variant, so a
 * counter of a byte is a loop of one long and one wrapping edge, both affine.
 */
#include "symbolic/effect.h"

#include <assert.h>
#include <stddef.h>

/* A statement on its way to variants. */
struct draft {
  struct effect *effect;
  const struct situation *before, *after;
  bool check_overflow;
  struct pvset *domain;
  struct pvterm **terms;
};

static struct pvterm **keep_terms(const struct draft *draft) {
  struct pvterm **terms =
      memory_alloc((draft->after->dims + 1) * sizeof(struct pvterm *));
  for (uint32_t i = 0; i < draft->after->dims; i++)
    terms[i] = pvterm_copy(draft->terms[i]);
  return terms;
}

/* A variant for the vectors of `domain`, with another term at `dim`. */
static void add_variant(struct draft *draft, struct pvset *domain, uint32_t dim,
                        struct pvterm *term) {
  if (pvset_is_empty(domain)) {
    pvset_free(domain);
    pvterm_free(term);
    return;
  }
  struct variant variant = {.domain = domain,
                            .terms = keep_terms(draft),
                            .count = draft->after->dims};
  if (term) {
    pvterm_free(variant.terms[dim]);
    variant.terms[dim] = term;
  }
  vec_push(&draft->effect->variants, variant);
}

/* ---- what stays ---- */

static struct pvterm *stays(const struct situation *before, uint32_t dim) {
  return pvterm_variable(before->pv, before->dims, dim);
}

/* The terms of a process that was there before. */
static void keep_process(struct draft *draft, uint32_t pid) {
  const uint32_t count = draft->after->control->variables
                             .local_dims[draft->after->places[pid] >> 16];
  for (uint32_t i = 0; i < count; i++)
    draft->terms[draft->after->base[pid] + i] =
        stays(draft->before, draft->before->base[pid] + i);
}

/* ---- values that fit, or do not ---- */

/* A number as the variable keeps it. */
static int64_t wrapped_number(const struct situation *at, const struct var *var,
                              int64_t number) {
  int64_t least, most;
  type_bounds(at, var, &least, &most);
  const int64_t size = most - least + 1;
  const int64_t offset = (number - least) % size;
  return number >= least && number <= most
             ? number
             : least + (offset < 0 ? offset + size : offset);
}

static struct pvset *where_below(const struct draft *draft,
                                 const struct pvterm *term, int64_t bound) {
  struct pvterm *limit =
      pvterm_constant(draft->before->pv, draft->before->dims, bound);
  struct pvset *set = pvset_compare(term, PV_LT, limit);
  pvset_cut(&set, draft->domain);
  pvterm_free(limit);
  return set;
}

static struct pvset *where_above(const struct draft *draft,
                                 const struct pvterm *term, int64_t bound) {
  struct pvterm *limit =
      pvterm_constant(draft->before->pv, draft->before->dims, bound);
  struct pvset *set = pvset_compare(limit, PV_LT, term);
  pvset_cut(&set, draft->domain);
  pvterm_free(limit);
  return set;
}

/* The vectors whose value is outside on one side, by up to `far`, and what it
 * becomes: a variant for each number of times that `size` is to be added or
 * subtracted, or one for all when there are too many.
 */
static void add_wrapping(struct draft *draft, struct pvset *outside,
                         uint32_t dim, const struct value *value, int64_t least,
                         int64_t size, bool is_above) {
  enum { MOST_TURNS = 4 };
  const int64_t far =
      is_above ? value->most - (least + size - 1) : least - value->least;
  if (draft->check_overflow) {
    pvset_add(&draft->effect->failed, outside);
    pvset_free(outside);
    return;
  }
  if (far > MOST_TURNS * size) {
    add_variant(draft, outside, dim, pvterm_wrap(value->term, least, size));
    return;
  }
  for (int64_t turn = 1; (turn - 1) * size < far; turn++) {
    const int64_t shift = is_above ? -turn * size : turn * size;
    struct pvset *inside =
        is_above ? where_below(draft, value->term, least + (turn + 1) * size)
                 : where_above(draft, value->term, least - turn * size - 1);
    struct pvset *beyond = pvset_minus(outside, inside);
    struct pvterm *by =
        pvterm_constant(draft->before->pv, draft->before->dims, shift);
    pvset_cut(&inside, outside);
    add_variant(draft, inside, dim, pvterm_add(value->term, by));
    pvterm_free(by);
    pvset_free(outside);
    outside = beyond;
  }
  pvset_free(outside);
}

/* dim = value, where dim belongs to var. */
static void assign(struct draft *draft, const struct var *var, uint32_t dim,
                   const struct value *value) {
  int64_t least, most;
  type_bounds(draft->before, var, &least, &most);
  const int64_t size = most - least + 1;
  struct pvset *inside = pvset_copy(draft->domain);
  if (value->most > most) {
    struct pvset *outside = where_above(draft, value->term, most);
    struct pvset *rest = pvset_minus(inside, outside);
    pvset_free(inside);
    inside = rest;
    add_wrapping(draft, outside, dim, value, least, size, true);
  }
  if (value->least < least) {
    struct pvset *outside = where_below(draft, value->term, least);
    struct pvset *rest = pvset_minus(inside, outside);
    pvset_free(inside);
    inside = rest;
    add_wrapping(draft, outside, dim, value, least, size, false);
  }
  add_variant(draft, inside, dim, pvterm_copy(value->term));
}

/* The same in every variant, wrapped around as a whole: for first values. */
static void set_fitting(struct draft *draft, const struct var *var,
                        uint32_t dim, const struct value *value) {
  int64_t least, most;
  type_bounds(draft->before, var, &least, &most);
  pvterm_free(draft->terms[dim]);
  draft->terms[dim] = value->most > most || value->least < least
                          ? pvterm_wrap(value->term, least, most - least + 1)
                          : pvterm_copy(value->term);
}

/* ---- evaluation within a draft ---- */

static void start_evaluation(const struct draft *draft, int32_t pid,
                             struct evaluation *evaluation) {
  evaluation_init(evaluation, draft->before, pid);
  pvset_cut(&evaluation->context, draft->domain);
}

/* What went wrong is no part of the domain any more. */
static void end_evaluation(struct draft *draft, struct evaluation *evaluation) {
  struct effect *effect = draft->effect;
  pvset_add(&effect->failed, evaluation->failed);
  pvset_add(&effect->overflow, evaluation->overflow);
  struct pvset *bad = pvset_copy(evaluation->failed);
  if (draft->before->integers == INTEGERS_CHECKED)
    pvset_add(&bad, evaluation->overflow);
  if (!pvset_is_empty(bad)) {
    struct pvset *rest = pvset_minus(draft->domain, bad);
    pvset_free(draft->domain);
    draft->domain = rest;
  }
  pvset_free(bad);
  evaluation_clear(evaluation);
}

/* ---- statements ---- */

static void do_assign(struct draft *draft, int32_t pid,
                      const struct action *action) {
  struct evaluation evaluation;
  start_evaluation(draft, pid, &evaluation);
  struct value value = evaluate_term(&evaluation, action->value);
  uint32_t dim = 0;
  const bool has_place = !action->ref->var->outside &&
                         evaluate_place(&evaluation, action->ref, &dim);
  end_evaluation(draft, &evaluation);
  if (has_place)
    assign(draft, action->ref->var, dim, &value);
  else
    add_variant(draft, pvset_copy(draft->domain), 0, NULL);
  pvterm_free(value.term);
}

/* A declaration where it stands, as the interpreter executes it: a list sets
 * all elements, one value the first.
 */
static void do_init(struct draft *draft, int32_t pid,
                    const struct action *action) {
  const struct var *var = action->var;
  const struct symbolic_var *chosen =
      variables_find(&draft->before->control->variables, var);
  const uint32_t first =
      chosen->first + (chosen->owner ? draft->before->base[pid] : 0);
  const uint32_t count = var->init_count > 1 ? var->count : 1;
  struct evaluation evaluation;
  start_evaluation(draft, pid, &evaluation);
  for (uint32_t i = 0; i < count; i++) {
    struct value value = {0};
    if (i < var->init_count)
      value = evaluate_term(&evaluation, var->inits[i]);
    else
      value.term = pvterm_constant(draft->before->pv, draft->before->dims, 0);
    set_fitting(draft, var, first + i, &value);
    pvterm_free(value.term);
  }
  end_evaluation(draft, &evaluation);
  add_variant(draft, pvset_copy(draft->domain), 0, NULL);
}

static void do_assert(struct draft *draft, int32_t pid,
                      const struct action *action) {
  struct evaluation evaluation;
  start_evaluation(draft, pid, &evaluation);
  struct pvset *bad = evaluate_condition(&evaluation, action->value, true);
  end_evaluation(draft, &evaluation);
  pvset_cut(&bad, draft->domain);
  pvset_add(&draft->effect->assertion, bad);
  pvset_free(bad);
  add_variant(draft, pvset_copy(draft->domain), 0, NULL);
}

/* Puts the message's values into the symbolic variables that receive them. */
static void bind(struct draft *draft, int32_t pid, const struct action *action,
                 const struct hop *hop) {
  struct evaluation evaluation;
  start_evaluation(draft, pid, &evaluation);
  for (uint32_t i = 0; i < action->pattern_count && hop->values; i++) {
    const struct ref *ref = action->patterns[i].ref;
    uint32_t dim;
    if (action->patterns[i].kind != PATTERN_BIND ||
        !variables_find(&draft->before->control->variables, ref->var) ||
        !evaluate_place(&evaluation, ref, &dim))
      continue;
    pvterm_free(draft->terms[dim]);
    draft->terms[dim] = pvterm_constant(
        draft->before->pv, draft->before->dims,
        wrapped_number(draft->before, ref->var, hop->values[i]));
  }
  end_evaluation(draft, &evaluation);
}

/* The value with which element `element` of a variable begins its life: of a
 * parameter its argument; what else is initialised is explicit, and the
 * interpreter has done it.
 */
static struct value first_value(struct draft *draft, struct evaluation *caller,
                                const struct expr *run, uint32_t pid,
                                uint32_t index,
                                const struct symbolic_var *chosen,
                                uint32_t element) {
  if (chosen->var->is_parameter && index < run->arg_count)
    return evaluate_term(caller, run->args[index]);
  int32_t number = 0;
  struct violation violation;
  (void)engine_evaluate(draft->after->control->engine, draft->after->state,
                        draft->after->length, (int32_t)pid,
                        chosen->first_atom + element, &number, &violation);
  return (struct value){
      pvterm_constant(draft->before->pv, draft->before->dims, number), number,
      number};
}

static void begin_variable(struct draft *draft, struct evaluation *caller,
                           const struct expr *run, uint32_t pid,
                           const struct proctype *proctype, uint32_t index) {
  const struct var *var = proctype->variables[index];
  const struct symbolic_var *chosen =
      variables_find(&draft->before->control->variables, var);
  for (uint32_t i = 0; chosen && i < var->count; i++) {
    struct value value = first_value(draft, caller, run, pid, index, chosen, i);
    set_fitting(draft, var, draft->after->base[pid] + chosen->first + i,
                &value);
    pvterm_free(value.term);
  }
}

/* A process that begins: its parameters and initialised variables. */
static void begin_process(struct draft *draft, int32_t caller,
                          const struct expr *run, uint32_t pid) {
  const struct proctype *proctype = run->proctype;
  struct evaluation evaluation;
  start_evaluation(draft, caller, &evaluation);
  for (uint32_t i = 0; i < proctype->variable_count; i++)
    begin_variable(draft, &evaluation, run, pid, proctype, i);
  end_evaluation(draft, &evaluation);
}

/* ---- a hop ---- */

static void set_terms(struct draft *draft, const struct hop *hop) {
  const struct situation *after = draft->after, *before = draft->before;
  const uint32_t globals = after->control->variables.global_dims;
  for (uint32_t i = 0; i < globals; i++)
    draft->terms[i] = stays(before, i);
  for (uint32_t pid = 0; pid < after->processes; pid++)
    if (pid < before->processes)
      keep_process(draft, pid);
    else
      begin_process(draft, hop->step.pid, hop->origin->action->value, pid);
}

static bool is_about_symbolic(const struct draft *draft,
                              const struct action *action) {
  const struct variables *variables = &draft->before->control->variables;
  switch (action->kind) {
  case ACTION_ASSIGN:
    return variables_find(variables, action->ref->var) != NULL;
  case ACTION_INIT:
    return variables_find(variables, action->var) != NULL;
  case ACTION_ASSERT:
    return variables_in(variables, action->value);
  default:
    return false;
  }
}

static void execute(struct draft *draft, const struct hop *hop) {
  const struct action *action = hop->origin->action;
  const int32_t pid = hop->step.pid;
  if (action->kind == ACTION_RECEIVE)
    bind(draft, pid, action, hop);
  if (hop->partner && hop->partner->action->kind == ACTION_RECEIVE)
    bind(draft, hop->step.partner, hop->partner->action, hop);
  if (!is_about_symbolic(draft, action))
    add_variant(draft, pvset_copy(draft->domain), 0, NULL);
  else if (action->kind == ACTION_ASSIGN)
    do_assign(draft, pid, action);
  else if (action->kind == ACTION_INIT)
    do_init(draft, pid, action);
  else
    do_assert(draft, pid, action);
}

void effect_init(struct effect *effect, const struct situation *before,
                 const struct situation *after, const struct hop *hop,
                 const struct pvset *domain, bool check_overflow) {
  *effect = (struct effect){.assertion = pvset_none(before->pv, before->dims),
                            .failed = pvset_none(before->pv, before->dims),
                            .overflow = pvset_none(before->pv, before->dims)};
  struct draft draft = {
      .effect = effect,
      .before = before,
      .after = after,
      .check_overflow = check_overflow,
      .domain = pvset_copy(domain),
      .terms = memory_alloc((after->dims + 1) * sizeof(struct pvterm *))};
  set_terms(&draft, hop);
  execute(&draft, hop);
  for (uint32_t i = 0; i < after->dims; i++)
    pvterm_free(draft.terms[i]);
  memory_free(draft.terms);
  pvset_free(draft.domain);
}

void effect_clear(struct effect *effect) {
  for (size_t i = 0; i < effect->variants.count; i++) {
    struct variant *variant = &effect->variants.items[i];
    for (uint32_t k = 0; k < variant->count; k++)
      pvterm_free(variant->terms[k]);
    memory_free(variant->terms);
    pvset_free(variant->domain);
  }
  vec_free(&effect->variants);
  pvset_free(effect->assertion);
  pvset_free(effect->failed);
  pvset_free(effect->overflow);
}
