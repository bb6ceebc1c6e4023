/* See variables.h.
 *
 * A variable can be symbolic when it is an integer that the program only
 * compares and computes linearly: not as a subscript, an operand of bit
 * operations, a divisor, a factor of another such variable, or a message.  What
 * is assigned to a variable that cannot be symbolic must be explicit as well,
 * so the refusals spread until nothing changes.
 *
 * Of the others those become symbolic whose values grow: that depend on
 * themselves through arithmetic (x = x + 1), or on such a variable.  What only
 * ever takes constants is small data and stays in the control state.
 */
#include "symbolic/variables.h"

#include <stdlib.h>
#include <string.h>

struct candidate {
  struct symbolic_var place;
  bool refused, wanted;
};

struct chooser {
  const struct model *model;
  VEC(struct candidate) list;
  struct map numbers; /* var -> index + 1 */
  bool changed;
  uint8_t *depends; /* [v * count + w]: 1 copies, 2 computes from w */
};

static bool is_integer(const struct var *var) {
  switch (var->type.kind) {
  case TYPE_BYTE:
  case TYPE_SHORT:
  case TYPE_INT:
    return true;
  case TYPE_UNSIGNED:
    return !var->is_array;
  default:
    return false;
  }
}

static void add_candidates(struct chooser *chooser, struct var *const *vars,
                           uint32_t count, const struct proctype *owner) {
  for (uint32_t i = 0; i < count; i++) {
    if (!is_integer(vars[i]) || vars[i]->outside)
      continue;
    vec_push(&chooser->list,
             ((struct candidate){.place = {.var = vars[i], .owner = owner}}));
    /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
    map_put(&chooser->numbers, vars[i], (void *)(uintptr_t)chooser->list.count);
  }
}

static struct candidate *candidate_of(const struct chooser *chooser,
                                      const struct var *var) {
  const uintptr_t number = (uintptr_t)map_get(&chooser->numbers, var);
  return number > 0 ? &chooser->list.items[number - 1] : NULL;
}

/* ---- refusals ---- */

static void refuse(struct chooser *chooser, const struct var *var) {
  struct candidate *candidate = candidate_of(chooser, var);
  if (candidate && !candidate->refused) {
    candidate->refused = true;
    chooser->changed = true;
  }
}

static void refuse_expr(void *context, struct expr *expr) {
  if (expr->ref)
    refuse(context, expr->ref->var);
}

static void refuse_all(struct chooser *chooser, struct expr *expr) {
  expr_walk(expr, refuse_expr, chooser);
}

struct open_search {
  const struct chooser *chooser;
  bool found;
};

static void look_for_open(void *context, struct expr *expr) {
  struct open_search *search = context;
  if (!expr->ref)
    return;
  const struct candidate *candidate =
      candidate_of(search->chooser, expr->ref->var);
  search->found |= candidate && !candidate->refused;
}

static bool has_open(const struct chooser *chooser, struct expr *expr) {
  struct open_search search = {chooser, false};
  expr_walk(expr, look_for_open, &search);
  return search.found;
}

/* The subscript of a reference; a field is no candidate. */
static void use_ref(struct chooser *chooser, struct ref *ref) {
  for (struct ref *part = ref; part; part = part->field)
    refuse_all(chooser, part->index);
}

static void use(struct chooser *chooser, struct expr *expr) {
  if (!expr)
    return;
  switch (expr->kind) {
  case EXPR_CONST:
    return;
  case EXPR_REF:
    use_ref(chooser, expr->ref);
    return;
  case EXPR_MUL:
    if (has_open(chooser, expr->a) && has_open(chooser, expr->b))
      refuse_all(chooser, expr->b);
    break;
  case EXPR_DIV:
  case EXPR_MOD:
    refuse_all(chooser, expr->b);
    break;
  case EXPR_NEGATE:
  case EXPR_NOT:
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_COND:
    break;
  default:
    refuse_all(chooser, expr);
    return;
  }
  use(chooser, expr->a);
  use(chooser, expr->b);
  use(chooser, expr->c);
}

/* Can the place take a symbolic value? */
static bool is_open_place(const struct chooser *chooser,
                          const struct var *var) {
  const struct candidate *candidate = candidate_of(chooser, var);
  return candidate && !candidate->refused;
}

static void use_value(struct chooser *chooser, const struct var *target,
                      struct expr *value) {
  if (!value || target->outside)
    return;
  if (is_open_place(chooser, target))
    use(chooser, value);
  else
    refuse_all(chooser, value);
}

/* A `run`: each argument is assigned to its parameter. */
static void use_run(struct chooser *chooser, const struct expr *run) {
  for (uint32_t i = 0; i < run->arg_count; i++)
    if (i < run->proctype->parameter_count)
      use_value(chooser, run->proctype->variables[i], run->args[i]);
    else
      refuse_all(chooser, run->args[i]);
}

static void use_statement_value(struct chooser *chooser,
                                const struct action *action) {
  if (action->value && action->value->kind == EXPR_RUN)
    use_run(chooser, action->value);
  else if (action->kind == ACTION_ASSIGN)
    use_value(chooser, action->ref->var, action->value);
  else
    use(chooser, action->value);
}

static void use_patterns(struct chooser *chooser, const struct action *action) {
  for (uint32_t i = 0; i < action->pattern_count; i++) {
    if (action->patterns[i].ref)
      use_ref(chooser, action->patterns[i].ref);
    refuse_all(chooser, action->patterns[i].value);
  }
}

static void use_action(struct chooser *chooser, const struct action *action) {
  if (action->kind == ACTION_PRINTF || action->kind == ACTION_PRINTM)
    return;
  use_statement_value(chooser, action);
  if (action->ref)
    use_ref(chooser, action->ref);
  if (action->kind == ACTION_INIT)
    for (uint32_t i = 0; i < action->var->init_count; i++)
      use_value(chooser, action->var, action->var->inits[i]);
  refuse_all(chooser, action->channel);
  for (uint32_t i = 0; i < action->arg_count; i++)
    refuse_all(chooser, action->args[i]);
  use_patterns(chooser, action);
}

/* Initialisers that take effect when a process begins: the interpreter's. */
static void use_inits(struct chooser *chooser,
                      const struct proctype *proctype) {
  for (uint32_t i = 0; i < proctype->variable_count; i++) {
    const struct var *var = proctype->variables[i];
    for (uint32_t k = 0; k < var->init_count && !var->init_is_step; k++)
      refuse_all(chooser, var->inits[k]);
  }
}

static void refuse_what_must(struct chooser *chooser) {
  const struct model *model = chooser->model;
  do {
    chooser->changed = false;
    for (uint32_t i = 0; i < model->action_count; i++)
      use_action(chooser, model->actions[i]);
    for (uint32_t i = 0; i < model->atom_count; i++)
      use(chooser, model->atoms[i]);
    for (uint32_t i = 0; i < model->proctype_count; i++) {
      refuse_all(chooser, model->proctypes[i]->provided);
      use_inits(chooser, model->proctypes[i]);
    }
  } while (chooser->changed);
}

/* ---- which values grow ---- */

struct dependence {
  struct chooser *chooser;
  size_t target;
  uint8_t kind;
};

static void note_dependence(void *context, struct expr *expr) {
  const struct dependence *dependence = context;
  struct chooser *chooser = dependence->chooser;
  if (!expr->ref)
    return;
  const struct candidate *source = candidate_of(chooser, expr->ref->var);
  if (source)
    chooser->depends[dependence->target * chooser->list.count +
                     (size_t)(source - chooser->list.items)] |=
        dependence->kind;
}

static void note_value(struct chooser *chooser, const struct var *target,
                       struct expr *value) {
  const struct candidate *candidate = candidate_of(chooser, target);
  if (!candidate || !value)
    return;
  struct dependence dependence = {chooser,
                                  (size_t)(candidate - chooser->list.items),
                                  value->kind == EXPR_REF ? 1 : 2};
  expr_walk(value, note_dependence, &dependence);
}

static void note_action(struct chooser *chooser, const struct action *action) {
  if (action->kind == ACTION_INIT)
    for (uint32_t i = 0; i < action->var->init_count; i++)
      note_value(chooser, action->var, action->var->inits[i]);
  if (!action->value)
    return;
  if (action->value->kind == EXPR_RUN) {
    const struct expr *run = action->value;
    for (uint32_t i = 0;
         i < run->arg_count && i < run->proctype->parameter_count; i++)
      note_value(chooser, run->proctype->variables[i], run->args[i]);
  } else if (action->kind == ACTION_ASSIGN) {
    note_value(chooser, action->ref->var, action->value);
  }
}

/* Everything a variable depends on, over any number of assignments. */
static void close_dependences(struct chooser *chooser) {
  const size_t count = chooser->list.count;
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < count; i++) {
      const uint8_t first = chooser->depends[i * count + k];
      for (size_t j = 0; j < count && first; j++) {
        const uint8_t second = chooser->depends[k * count + j];
        if (second)
          chooser->depends[i * count + j] |= first | second;
      }
    }
}

static bool grows(const struct chooser *chooser, size_t index) {
  return (chooser->depends[index * chooser->list.count + index] & 2) != 0;
}

static bool is_to_be_symbolic(const struct chooser *chooser, size_t index) {
  if (chooser->list.items[index].wanted || grows(chooser, index))
    return true;
  for (size_t k = 0; k < chooser->list.count; k++)
    if (chooser->depends[index * chooser->list.count + k] &&
        (grows(chooser, k) || chooser->list.items[k].wanted) &&
        !chooser->list.items[k].refused)
      return true;
  return false;
}

/* ---- wishes ---- */

static bool is_named(const struct var *var, const char *const *names,
                     size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(var->name, names[i]) == 0)
      return true;
  return false;
}

static void mark_parameter(void *context, struct expr *expr) {
  struct chooser *chooser = context;
  struct candidate *candidate =
      expr->ref ? candidate_of(chooser, expr->ref->var) : NULL;
  if (candidate && !expr->ref->var->is_written &&
      expr->ref->var->scope == SCOPE_GLOBAL)
    candidate->wanted = candidate->place.is_parameter = true;
}

static void hear_wishes(struct chooser *chooser,
                        const struct variables_wish *wish) {
  for (size_t i = 0; i < wish->assumed_count; i++)
    expr_walk(wish->assumed[i], mark_parameter, chooser);
  for (size_t i = 0; i < chooser->list.count; i++) {
    struct candidate *candidate = &chooser->list.items[i];
    const struct var *var = candidate->place.var;
    candidate->refused = is_named(var, wish->explicit, wish->explicit_count);
    candidate->wanted |= is_named(var, wish->symbolic, wish->symbolic_count);
  }
}

/* ---- the result ---- */

static void number(struct variables *variables, const struct model *model,
                   const struct chooser *chooser, struct arena *arena) {
  variables->local_dims =
      memory_alloc((model->proctype_count + 1) * sizeof(uint32_t));
  for (size_t i = 0; i < chooser->list.count; i++) {
    const struct candidate *candidate = &chooser->list.items[i];
    if (candidate->refused || !is_to_be_symbolic(chooser, i))
      continue;
    struct symbolic_var *chosen = ARENA_NEW(arena, struct symbolic_var);
    *chosen = candidate->place;
    uint32_t *dims = chosen->owner
                         ? &variables->local_dims[chosen->owner->index]
                         : &variables->global_dims;
    chosen->first = *dims;
    *dims += chosen->var->count;
    vec_push(&variables->items, chosen);
    map_put(&variables->by_var, chosen->var, chosen);
  }
}

void variables_init(struct variables *variables, const struct model *model,
                    const struct variables_wish *wish, struct arena *arena) {
  struct chooser chooser = {.model = model};
  *variables = (struct variables){0};
  add_candidates(&chooser, model->globals, model->global_count, NULL);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (model->proctypes[i]->kind == PROC_PLAIN ||
        model->proctypes[i]->kind == PROC_INIT)
      add_candidates(&chooser, model->proctypes[i]->variables,
                     model->proctypes[i]->variable_count, model->proctypes[i]);
  hear_wishes(&chooser, wish);
  refuse_what_must(&chooser);
  chooser.depends = memory_alloc(chooser.list.count * chooser.list.count + 1);
  for (uint32_t i = 0; i < model->action_count; i++)
    note_action(&chooser, model->actions[i]);
  close_dependences(&chooser);
  number(variables, model, &chooser, arena);
  memory_free(chooser.depends);
  map_free(&chooser.numbers);
  vec_free(&chooser.list);
}

void variables_clear(struct variables *variables) {
  vec_free(&variables->items);
  map_free(&variables->by_var);
  memory_free(variables->local_dims);
  *variables = (struct variables){0};
}

const struct symbolic_var *variables_find(const struct variables *variables,
                                          const struct var *var) {
  return map_get(&variables->by_var, var);
}

struct reading {
  const struct variables *variables;
  bool found;
};

static void look_for_symbolic(void *context, struct expr *expr) {
  struct reading *reading = context;
  if (expr->ref && variables_find(reading->variables, expr->ref->var))
    reading->found = true;
}

bool variables_in(const struct variables *variables, struct expr *expr) {
  struct reading reading = {variables, false};
  expr_walk(expr, look_for_symbolic, &reading);
  return reading.found;
}
