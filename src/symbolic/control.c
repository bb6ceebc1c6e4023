/* See control.h. */
#include "symbolic/control.h"

#include <assert.h>
#include <string.h>

/* ---- copies of expressions ---- */

/* The model's processes are copied, so expressions that name one are as well.
 */
static struct expr *copy_expr(struct control *control, const struct expr *expr);

static struct ref *copy_ref(struct control *control, const struct ref *ref) {
  if (!ref)
    return NULL;
  struct ref *copy = ARENA_NEW(control->arena, struct ref);
  *copy = *ref;
  copy->index = copy_expr(control, ref->index);
  copy->field = copy_ref(control, ref->field);
  return copy;
}

static bool is_symbolic_ref(const struct control *control,
                            const struct ref *ref) {
  return ref && variables_find(&control->variables, ref->var);
}

static struct pattern *copy_patterns(struct control *control,
                                     const struct pattern *patterns,
                                     uint32_t count) {
  struct pattern *copy = ARENA_ARRAY(control->arena, struct pattern, count);
  for (uint32_t i = 0; i < count; i++) {
    copy[i] = patterns[i];
    copy[i].value = copy_expr(control, patterns[i].value);
    copy[i].ref = copy_ref(control, patterns[i].ref);
    if (is_symbolic_ref(control, patterns[i].ref))
      copy[i] = (struct pattern){.kind = PATTERN_ANY};
  }
  return copy;
}

static struct expr *zero(struct control *control, struct span where) {
  struct expr *expr = ARENA_NEW(control->arena, struct expr);
  *expr = (struct expr){.kind = EXPR_CONST, .where = where};
  return expr;
}

static struct expr **copy_args(struct control *control, struct expr **args,
                               uint32_t count) {
  struct expr **copy = ARENA_ARRAY(control->arena, struct expr *, count);
  for (uint32_t i = 0; i < count; i++)
    copy[i] = variables_in(&control->variables, args[i])
                  ? zero(control, args[i]->where)
                  : copy_expr(control, args[i]);
  return copy;
}

static struct expr *copy_expr(struct control *control,
                              const struct expr *expr) {
  if (!expr)
    return NULL;
  struct expr *copy = ARENA_NEW(control->arena, struct expr);
  *copy = *expr;
  copy->a = copy_expr(control, expr->a);
  copy->b = copy_expr(control, expr->b);
  copy->c = copy_expr(control, expr->c);
  copy->ref = copy_ref(control, expr->ref);
  copy->args = copy_args(control, expr->args, expr->arg_count);
  copy->patterns = copy_patterns(control, expr->patterns, expr->pattern_count);
  if (expr->proctype)
    copy->proctype = control->abstract->proctypes[expr->proctype->index];
  return copy;
}

/* ---- explicit parts of symbolic expressions ---- */

/* Makes the largest parts without symbolic variables atoms of the abstract
 * model: the interpreter can then evaluate them.
 */
static void add_explicit_parts(struct control *control, struct expr *expr) {
  if (!expr || expr->kind == EXPR_CONST || map_get(&control->explicit, expr))
    return;
  if (!variables_in(&control->variables, expr)) {
    const uint32_t atom =
        model_add_atom(control->abstract, copy_expr(control, expr));
    /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
    map_put(&control->explicit, expr, (void *)(uintptr_t)(atom + 1));
    return;
  }
  add_explicit_parts(control, expr->a);
  add_explicit_parts(control, expr->b);
  add_explicit_parts(control, expr->c);
  for (struct ref *ref = expr->ref; ref; ref = ref->field)
    add_explicit_parts(control, ref->index);
}

static void add_inits(struct control *control, const struct var *var) {
  for (uint32_t i = 0; i < var->init_count; i++)
    add_explicit_parts(control, var->inits[i]);
}

static void add_action_parts(struct control *control,
                             const struct action *action) {
  add_explicit_parts(control, action->value);
  if (action->value && action->value->kind == EXPR_RUN)
    for (uint32_t i = 0; i < action->value->arg_count; i++)
      add_explicit_parts(control, action->value->args[i]);
  if (action->ref)
    add_explicit_parts(control, action->ref->index);
  if (action->kind == ACTION_INIT)
    add_inits(control, action->var);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].ref)
      add_explicit_parts(control, action->patterns[i].ref->index);
}

/* Atoms that read the symbolic variables, for their values at the start. */
static void add_reads(struct control *control, struct symbolic_var *chosen) {
  for (uint32_t i = 0; i < chosen->var->count; i++) {
    struct expr *index = zero(control, chosen->var->where);
    struct ref *ref = ARENA_NEW(control->arena, struct ref);
    struct expr *read = ARENA_NEW(control->arena, struct expr);
    index->value = (int32_t)i;
    *ref = (struct ref){.var = (struct var *)chosen->var,
                        .index = chosen->var->is_array ? index : NULL,
                        .where = chosen->var->where};
    *read = (struct expr){
        .kind = EXPR_REF, .where = chosen->var->where, .ref = ref};
    const uint32_t atom = model_add_atom(control->abstract, read);
    if (i == 0)
      chosen->first_atom = atom;
  }
}

static void add_all_parts(struct control *control) {
  const struct model *model = control->model;
  for (uint32_t i = 0; i < model->action_count; i++)
    add_action_parts(control, model->actions[i]);
  for (uint32_t i = 0; i < model->atom_count; i++)
    add_explicit_parts(control, model->atoms[i]);
  for (size_t i = 0; i < control->variables.items.count; i++) {
    add_inits(control, control->variables.items.items[i]->var);
    add_reads(control, control->variables.items.items[i]);
  }
}

/* ---- statements ---- */

static bool is_run(const struct action *action) {
  return action->value && action->value->kind == EXPR_RUN;
}

/* Does whether, or how, it can be executed depend on symbolic variables? */
static bool is_symbolic_condition(const struct control *control,
                                  const struct action *action) {
  return action->kind == ACTION_TEST && !is_run(action) &&
         variables_in(&control->variables, action->value);
}

/* Is its effect one on symbolic variables alone? */
static bool is_symbolic_effect(const struct control *control,
                               const struct action *action) {
  switch (action->kind) {
  case ACTION_ASSERT:
    return variables_in(&control->variables, action->value);
  case ACTION_ASSIGN:
    return is_symbolic_ref(control, action->ref) ||
           (action->ref->var->outside &&
            variables_in(&control->variables, action->value));
  case ACTION_INIT:
    return variables_find(&control->variables, action->var) != NULL;
  default:
    return false;
  }
}

static struct action *copy_action(struct control *control,
                                  const struct action *action,
                                  struct proctype *proctype) {
  struct model *abstract = control->abstract;
  struct action *copy = ARENA_NEW(control->arena, struct action);
  *copy = *action;
  copy->number = abstract->action_count++;
  copy->proctype = proctype;
  abstract->actions[copy->number] = copy;
  if (is_symbolic_condition(control, action) ||
      is_symbolic_effect(control, action)) {
    *copy = (struct action){.kind = ACTION_GOTO,
                            .where = action->where,
                            .text = action->text,
                            .number = copy->number,
                            .proctype = proctype};
    return copy;
  }
  copy->value = copy_expr(control, action->value);
  copy->ref = copy_ref(control, action->ref);
  copy->channel = copy_expr(control, action->channel);
  copy->args = copy_args(control, action->args, action->arg_count);
  copy->patterns =
      copy_patterns(control, action->patterns, action->pattern_count);
  return copy;
}

/* ---- automata ---- */

typedef VEC(struct transition) transition_list;
typedef VEC(struct origin) origin_list;

/* A location under construction. */
struct draft {
  transition_list transitions;
  origin_list origins;
};

static bool is_inside(const struct proctype *proctype, uint32_t location) {
  return proctype->locations[location].in_d_step;
}

static void draft_add(struct control *control, struct draft *draft,
                      struct proctype *copy, const struct transition *model,
                      struct origin origin) {
  struct transition transition = *model;
  transition.action = copy_action(control, model->action, copy);
  origin.action = model->action;
  origin.is_symbolic = is_symbolic_condition(control, model->action);
  vec_push(&draft->transitions, transition);
  vec_push(&draft->origins, origin);
}

/* The first statements of a d_step in its place.  Each goes on inside, or with
 * what follows the d_step when it is the only one.
 */
static void draft_add_d_step(struct control *control, struct draft *draft,
                             struct proctype *copy,
                             const struct transition *whole, uint32_t from,
                             uint32_t index) {
  const struct proctype *proctype = control->model->proctypes[copy->index];
  const struct location *enter = &proctype->locations[whole->action->enter];
  const uint32_t first = (uint32_t)draft->transitions.count;
  for (uint32_t t = 0; t < enter->transition_count; t++) {
    struct transition part = enter->transitions[t];
    const bool goes_on = is_inside(proctype, part.target);
    part.target = goes_on ? part.target : whole->target;
    part.atomic = goes_on || whole->atomic;
    part.escape = 0;
    draft_add(control, draft, copy, &part,
              (struct origin){.from = from,
                              .transition = index,
                              .role = ORIGIN_FIRST,
                              .is_else = enter->transition_count == 1 &&
                                         part.action->kind == ACTION_ELSE,
                              .first_sibling = first});
  }
}

/* Where a d_step that has this location inside leads. */
static const struct transition *
enclosing_d_step(const struct proctype *proctype, uint32_t location) {
  bool *seen = memory_alloc(proctype->location_count * sizeof *seen);
  const struct transition *found = NULL;
  for (uint32_t i = 1; i < proctype->location_count && !found; i++)
    for (uint32_t t = 0; t < proctype->locations[i].transition_count; t++) {
      const struct transition *whole = &proctype->locations[i].transitions[t];
      if (whole->action->kind != ACTION_D_STEP)
        continue;
      VEC(uint32_t) waiting = {0};
      memset(seen, 0, proctype->location_count * sizeof *seen);
      vec_push(&waiting, whole->action->enter);
      while (waiting.count > 0) {
        const uint32_t at = vec_pop(&waiting);
        if (at == 0 || seen[at] || !is_inside(proctype, at))
          continue;
        seen[at] = true;
        for (uint32_t k = 0; k < proctype->locations[at].transition_count; k++)
          vec_push(&waiting, proctype->locations[at].transitions[k].target);
      }
      vec_free(&waiting);
      if (seen[location]) {
        found = whole;
        break;
      }
    }
  memory_free(seen);
  return found;
}

static void draft_inside(struct control *control, struct draft *draft,
                         struct proctype *copy, uint32_t from) {
  const struct proctype *proctype = control->model->proctypes[copy->index];
  const struct location *location = &proctype->locations[from];
  const struct transition *whole = enclosing_d_step(proctype, from);
  for (uint32_t t = 0; t < location->transition_count && whole; t++) {
    struct transition part = location->transitions[t];
    const bool goes_on = is_inside(proctype, part.target);
    part.target = goes_on ? part.target : whole->target;
    part.atomic = goes_on || whole->atomic;
    part.escape = 0;
    draft_add(control, draft, copy, &part,
              (struct origin){.role = ORIGIN_INSIDE});
  }
}

static void draft_plain(struct control *control, struct draft *draft,
                        struct proctype *copy, uint32_t from) {
  const struct proctype *proctype = control->model->proctypes[copy->index];
  const struct location *location = &proctype->locations[from];
  for (uint32_t t = 0; t < location->transition_count; t++) {
    const struct transition *transition = &location->transitions[t];
    if (transition->action->kind == ACTION_D_STEP)
      draft_add_d_step(control, draft, copy, transition, from, t);
    else
      draft_add(
          control, draft, copy, transition,
          (struct origin){.from = from,
                          .transition = t,
                          .is_else = transition->action->kind == ACTION_ELSE});
  }
}

/* An `else` beside conditions on symbolic variables cannot be left to the
 * interpreter; nor can one inside a d_step, which is the last of a list there.
 */
static void open_elses(struct draft *draft) {
  bool has_symbolic = false;
  for (size_t t = 0; t < draft->origins.count; t++) {
    const struct origin *origin = &draft->origins.items[t];
    has_symbolic |= origin->is_symbolic;
    if (origin->action->kind == ACTION_ELSE &&
        (has_symbolic || origin->role != ORIGIN_PLAIN))
      ((struct action *)draft->transitions.items[t].action)->kind = ACTION_GOTO;
  }
}

static void set_location(struct control *control, struct proctype *copy,
                         uint32_t number) {
  const struct proctype *proctype = control->model->proctypes[copy->index];
  struct location *location = &copy->locations[number];
  struct draft draft = {0};
  *location = proctype->locations[number];
  if (location->in_d_step)
    draft_inside(control, &draft, copy, number);
  else
    draft_plain(control, &draft, copy, number);
  open_elses(&draft);
  location->in_atomic |= location->in_d_step;
  location->in_d_step = false;
  const size_t count = draft.transitions.count;
  location->transition_count = (uint32_t)count;
  location->transitions = ARENA_ARRAY(control->arena, struct transition, count);
  struct origin *origins = ARENA_ARRAY(control->arena, struct origin, count);
  if (count > 0) {
    memcpy(location->transitions, draft.transitions.items,
           count * sizeof *location->transitions);
    memcpy(origins, draft.origins.items, count * sizeof *origins);
  }
  control->origins[copy->index][number] = origins;
  vec_free(&draft.transitions);
  vec_free(&draft.origins);
}

/* ---- where loops inside an atomic meet ---- */

enum colour { WHITE, GREY, BLACK };

static void find_cuts(const struct proctype *proctype, uint32_t at,
                      uint8_t *colours, bool *cuts) {
  colours[at] = GREY;
  const struct location *location = &proctype->locations[at];
  for (uint32_t t = 0; t < location->transition_count; t++) {
    const uint32_t target = location->transitions[t].target;
    if (!location->transitions[t].atomic || target == 0)
      continue;
    if (colours[target] == GREY)
      cuts[target] = true;
    else if (colours[target] == WHITE)
      find_cuts(proctype, target, colours, cuts);
  }
  colours[at] = BLACK;
}

static bool *cuts_of(struct control *control, const struct proctype *proctype) {
  bool *cuts = ARENA_ARRAY(control->arena, bool, proctype->location_count);
  uint8_t *colours = memory_alloc(proctype->location_count);
  for (uint32_t i = 1; i < proctype->location_count; i++)
    if (colours[i] == WHITE)
      find_cuts(proctype, i, colours, cuts);
  memory_free(colours);
  return cuts;
}

/* ---- the abstract model ---- */

static bool is_process(const struct proctype *proctype) {
  return proctype->kind == PROC_PLAIN || proctype->kind == PROC_INIT;
}

/* Claims are read from the model itself, so their copies have no statements. */
static void copy_processes(struct control *control) {
  struct model *abstract = control->abstract;
  const struct model *model = control->model;
  abstract->proctypes =
      ARENA_ARRAY(control->arena, struct proctype *, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    abstract->proctypes[i] = ARENA_NEW(control->arena, struct proctype);
    *abstract->proctypes[i] = *model->proctypes[i];
    if (!is_process(model->proctypes[i]))
      abstract->proctypes[i]->location_count = 1;
  }
}

static void set_process(struct control *control, struct proctype *copy) {
  const struct proctype *proctype = control->model->proctypes[copy->index];
  copy->provided = copy_expr(control, proctype->provided);
  copy->locations =
      ARENA_ARRAY(control->arena, struct location, copy->location_count);
  control->origins[copy->index] =
      ARENA_ARRAY(control->arena, struct origin *, copy->location_count);
  for (uint32_t l = 1; l < copy->location_count; l++)
    set_location(control, copy, l);
  control->cuts[copy->index] = cuts_of(control, copy);
}

/* No more than this many actions: a first statement of a d_step may appear at
 * several locations.
 */
static uint32_t most_actions(const struct model *model) {
  uint32_t count = model->action_count;
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    for (uint32_t l = 1; l < proctype->location_count; l++)
      for (uint32_t t = 0; t < proctype->locations[l].transition_count; t++) {
        const struct action *action =
            proctype->locations[l].transitions[t].action;
        count += action->kind == ACTION_D_STEP
                     ? proctype->locations[action->enter].transition_count
                     : 1;
      }
  }
  return count;
}

static void build(struct control *control) {
  const struct model *model = control->model;
  struct model *abstract = ARENA_NEW(control->arena, struct model);
  *abstract = *model;
  control->abstract = abstract;
  abstract->arena = control->arena;
  copy_processes(control);
  struct expr **atoms =
      ARENA_ARRAY(control->arena, struct expr *, model->atom_count);
  for (uint32_t i = 0; i < model->atom_count; i++)
    atoms[i] = copy_expr(control, model->atoms[i]);
  abstract->atoms = atoms;
  abstract->actions =
      ARENA_ARRAY(control->arena, struct action *, most_actions(model));
  abstract->action_count = 0;
  control->origins =
      ARENA_ARRAY(control->arena, struct origin **, model->proctype_count);
  control->cuts = ARENA_ARRAY(control->arena, bool *, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (is_process(model->proctypes[i]))
      set_process(control, abstract->proctypes[i]);
  add_all_parts(control);
}

/* ---- what is not supported ---- */

static bool sends_inside_d_step(const struct model *model) {
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    for (uint32_t l = 1; l < proctype->location_count; l++)
      for (uint32_t t = 0; t < proctype->locations[l].transition_count; t++)
        if (proctype->locations[l].in_d_step &&
            proctype->locations[l].transitions[t].action->kind == ACTION_SEND)
          return true;
  }
  return false;
}

static bool has_deterministic(const struct model *model) {
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (model->proctypes[i]->deterministic)
      return true;
  return false;
}

static const char *hindrance(const struct model *model,
                             const struct engine_config *config) {
  if (model->features.timeout)
    return "timeout is not supported with --symbolic";
  if (model->features.unless)
    return "unless is not supported with --symbolic";
  if (model->features.priority)
    return "priorities are not supported with --symbolic";
  if (model->features.enabled)
    return "enabled() is not supported with --symbolic";
  if (model->features.trace && !config->ignore_trace)
    return "trace and notrace are not supported with --symbolic";
  if (has_deterministic(model))
    return "D_proctype is not supported with --symbolic";
  if (model->features.rendezvous && sends_inside_d_step(model))
    return "a send inside a d_step is not supported with --symbolic";
  if (config->strict_ends)
    return "--strict-ends is not supported with --symbolic";
  return NULL;
}

struct control *control_open(const struct model *model,
                             const struct engine_config *config,
                             const struct variables_wish *wish,
                             const char **reason) {
  *reason = hindrance(model, config);
  if (*reason)
    return NULL;
  struct arena *arena = arena_open();
  struct control *control = ARENA_NEW(arena, struct control);
  control->arena = arena;
  control->model = model;
  variables_init(&control->variables, model, wish, arena);
  build(control);
  const enum status status =
      engine_open_bytecode(control->abstract, config, &control->engine);
  if (status == STATUS_OK)
    return control;
  *reason = status_text(status);
  control_close(control);
  return NULL;
}

void control_close(struct control *control) {
  if (!control)
    return;
  engine_close(control->engine);
  variables_clear(&control->variables);
  map_free(&control->explicit);
  arena_close(control->arena); /* the control itself lies in it */
}

const struct origin *control_origin(const struct control *control,
                                    uint32_t proctype, uint32_t location,
                                    uint32_t transition) {
  return &control->origins[proctype][location][transition];
}
