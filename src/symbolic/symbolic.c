/* See symbolic.h. */
#include "symbolic/symbolic.h"

#include "symbolic/reach.h"

#include <inttypes.h>
#include <string.h>

/* A number of states that takes longer to find is not worth the wait. */
enum { COUNTING_WORK = 200 * 1000, MOST_POINTS = 1000 };

struct symbolic {
  struct symbolic_config config;
  struct control *control;
  struct reach first;   /* for integers as the user wants them, or unbounded */
  struct reach wrapped; /* for integers that wrap around, if need be */
  struct symbolic_config wrapped_config;
  struct reach *reach; /* the one that gives the answer */
  enum symbolic_end end;
};

/* ---- opening ---- */

typedef VEC(struct expr *) expr_list;

static void list_atoms(const struct model *model, const struct formula *formula,
                       expr_list *out) {
  if (!formula)
    return;
  if (formula->kind == FORMULA_ATOM)
    vec_push(out, model->atoms[formula->atom]);
  list_atoms(model, formula->left, out);
  list_atoms(model, formula->right, out);
}

bool is_state_formula(const struct formula *formula) {
  if (!formula)
    return true;
  return formula->kind <= FORMULA_EQUIV && is_state_formula(formula->left) &&
         is_state_formula(formula->right);
}

struct writing {
  bool found;
};

static void look_for_written(void *context, struct expr *expr) {
  struct writing *writing = context;
  if (expr->ref &&
      (expr->ref->var->is_written || expr->ref->var->scope != SCOPE_GLOBAL))
    writing->found = true;
}

/* Assumptions are about parameters: what the program never writes. */
bool symbolic_can_assume(const struct model *model,
                         const struct formula *formula) {
  expr_list atoms = {0};
  struct writing writing = {false};
  list_atoms(model, formula, &atoms);
  for (size_t i = 0; i < atoms.count; i++)
    expr_walk(atoms.items[i], look_for_written, &writing);
  vec_free(&atoms);
  return is_state_formula(formula) && !writing.found;
}

struct parameters {
  const struct variables *variables;
  bool missing;
};

static void look_for_explicit(void *context, struct expr *expr) {
  struct parameters *parameters = context;
  if (expr->ref && !variables_find(parameters->variables, expr->ref->var))
    parameters->missing = true;
}

/* With the value that is declared instead, nothing would be told of others. */
static bool has_parameters(const struct control *control,
                           const expr_list *assumed) {
  struct parameters parameters = {.variables = &control->variables};
  for (size_t i = 0; i < assumed->count; i++)
    expr_walk(assumed->items[i], look_for_explicit, &parameters);
  return !parameters.missing;
}

static const char *refusal(const struct model *model) {
  for (uint32_t i = 0; i < model->atom_count; i++)
    if (expr_find_event(model->atoms[i]))
      return "events are not supported with --symbolic";
  return NULL;
}

static enum integers first_integers(const struct symbolic_config *config) {
  if (config->unbounded)
    return INTEGERS_UNBOUNDED;
  return config->engine.check_overflow ? INTEGERS_CHECKED : INTEGERS_WATCHED;
}

struct symbolic *symbolic_open(const struct model *model,
                               const struct symbolic_config *config,
                               const char **reason) {
  expr_list assumed = {0};
  for (size_t i = 0; i < config->assumed_count; i++)
    list_atoms(model, config->assumed[i], &assumed);
  const struct variables_wish wish = {.symbolic = config->symbolic_names,
                                      .symbolic_count = config->symbolic_count,
                                      .explicit = config->explicit_names,
                                      .explicit_count = config->explicit_count,
                                      .assumed = assumed.items,
                                      .assumed_count = assumed.count};
  *reason = refusal(model);
  struct control *control =
      *reason ? NULL : control_open(model, &config->engine, &wish, reason);
  if (control && !has_parameters(control, &assumed)) {
    *reason = "a variable of --assume cannot be symbolic in this model";
    control_close(control);
    control = NULL;
  }
  vec_free(&assumed);
  if (!control)
    return NULL;
  struct symbolic *symbolic = memory_alloc(sizeof *symbolic);
  symbolic->config = *config;
  symbolic->control = control;
  symbolic->end = SYMBOLIC_REFUSED;
  reach_init(&symbolic->first, &symbolic->config, control,
             first_integers(config));
  symbolic->reach = &symbolic->first;
  return symbolic;
}

void symbolic_close(struct symbolic *symbolic) {
  if (!symbolic)
    return;
  reach_clear(&symbolic->first);
  if (symbolic->wrapped.arena)
    reach_clear(&symbolic->wrapped);
  control_close(symbolic->control);
  memory_free(symbolic);
}

/* ---- running ---- */

/* An initialisation that fails is a run of no steps. */
static void add_empty_run(struct reach *reach,
                          const struct violation *violation) {
  struct symbolic_run run = {.violation = *violation};
  vec_push(&reach->runs, run);
}

static enum symbolic_end start_and_run(struct symbolic *symbolic,
                                       struct reach *reach) {
  struct violation violation;
  if (reach_start(reach, &violation))
    return reach_run(reach);
  if (symbolic->config.safety)
    add_empty_run(reach, &violation);
  return SYMBOLIC_ENOUGH;
}

/* An answer about all integers is one about the program if none is too large.
 */
static bool is_about_integers(enum symbolic_end end) {
  return end == SYMBOLIC_COMPLETE || end == SYMBOLIC_PROVED;
}

enum symbolic_end symbolic_run(struct symbolic *symbolic) {
  symbolic->end = start_and_run(symbolic, symbolic->reach);
  if (symbolic->reach->overflow && is_about_integers(symbolic->end))
    symbolic->end = SYMBOLIC_OVERFLOW;
  return symbolic->end;
}

/* The seconds that a second exploration may take; 0: none. */
static double wrapped_seconds(const struct symbolic *symbolic) {
  const double spent = symbolic->first.figures.seconds;
  const double fair = 8 + 10 * spent, limit = symbolic->config.max_seconds;
  if (limit <= 0)
    return fair;
  return spent >= limit ? 0 : spent + fair > limit ? limit - spent : fair;
}

static void add_figures(struct symbolic_figures *sum,
                        const struct symbolic_figures *other) {
  sum->steps += other->steps;
  sum->sets += other->sets;
  sum->meta_transitions += other->meta_transitions;
  sum->seconds += other->seconds;
}

enum symbolic_end symbolic_run_wrapped(struct symbolic *symbolic) {
  struct reach *wrapped = &symbolic->wrapped;
  symbolic->wrapped_config = symbolic->config;
  symbolic->wrapped_config.max_seconds = wrapped_seconds(symbolic);
  if (symbolic->wrapped_config.max_seconds <= 0)
    return SYMBOLIC_OVERFLOW;
  reach_init(wrapped, &symbolic->wrapped_config, symbolic->control,
             INTEGERS_WRAPPED);
  const enum symbolic_end end = start_and_run(symbolic, wrapped);
  if (!is_about_integers(end) && wrapped->runs.count == 0) {
    add_figures(&symbolic->first.figures, &wrapped->figures);
    return end == SYMBOLIC_TOO_LONG ? SYMBOLIC_FAILS_LATER : SYMBOLIC_OVERFLOW;
  }
  add_figures(&wrapped->figures, &symbolic->first.figures);
  symbolic->reach = wrapped;
  symbolic->end = end;
  return end;
}

const char *symbolic_end_text(enum symbolic_end end) {
  static const char *const texts[] = {
      [SYMBOLIC_COMPLETE] = "complete",
      [SYMBOLIC_PROVED] = "proved backwards",
      [SYMBOLIC_ENOUGH] = "enough violations",
      [SYMBOLIC_OVERFLOW] = "an int can wrap around",
      [SYMBOLIC_FAILS_LATER] = "violated once an int has wrapped around",
      [SYMBOLIC_TIME] = "time limit",
      [SYMBOLIC_INTERRUPTED] = "interrupted",
      [SYMBOLIC_TOO_HARD] = "an operation on sets was too hard",
      [SYMBOLIC_TOO_LONG] = "the run to a violation is too long to be executed",
      [SYMBOLIC_UNDECIDED] = "a run without end could not be excluded",
      [SYMBOLIC_MAY_NOT_END] = "a d_step that never ends could not be excluded",
      [SYMBOLIC_MAY_STAY] =
          "an atomic sequence that never ends could not be excluded",
      [SYMBOLIC_REFUSED] = "not supported",
  };
  return texts[end];
}

const struct symbolic_figures *
symbolic_figures(const struct symbolic *symbolic) {
  return &symbolic->reach->figures;
}

bool symbolic_is_reduced(const struct symbolic *symbolic) {
  return symbolic->reach->places.has_left_out;
}

size_t symbolic_run_count(const struct symbolic *symbolic) {
  return symbolic->reach->runs.count;
}

const struct symbolic_run *symbolic_run_at(const struct symbolic *symbolic,
                                           size_t index) {
  return &symbolic->reach->runs.items[index];
}

const char *symbolic_overflow(const struct symbolic *symbolic) {
  const struct hazard *hazard = symbolic->first.overflow_hazard;
  if (!symbolic->first.overflow)
    return NULL;
  if (!hazard)
    return "the property";
  const struct action *action =
      hazard->step_count > 0 ? hazard->steps[hazard->step_count - 1].action
                             : NULL;
  return action && action->text ? action->text : "a statement";
}

void symbolic_variables(const struct symbolic *symbolic, struct buffer *out) {
  const struct variables *variables = &symbolic->control->variables;
  for (size_t i = 0; i < variables->items.count; i++) {
    const struct symbolic_var *chosen = variables->items.items[i];
    buffer_puts(out, i > 0 ? ", " : "");
    if (chosen->owner)
      buffer_printf(out, "%s:", chosen->owner->name);
    buffer_puts(out, var_shown_name(chosen->var));
  }
}

/* ---- the reachable states ---- */

static bool is_reached(const struct symbolic *symbolic, size_t place) {
  return place < symbolic->reach->reached.count &&
         symbolic->reach->reached.items[place].set;
}

static bool is_seen(const struct symbolic *symbolic, size_t place) {
  return is_reached(symbolic, place) &&
         symbolic->reach->places.items.items[place]->owner == NO_PROCESS;
}

bool symbolic_count(struct symbolic *symbolic, bool inside,
                    struct buffer *out) {
  struct reach *reach = symbolic->reach;
  VEC(const struct pvset *) sets = {0};
  if (symbolic->end != SYMBOLIC_COMPLETE || reach->runs.count > 0 ||
      reach->config->claim || reach->places.has_left_out)
    return false;
  for (size_t i = 0; i < reach->reached.count; i++)
    if (is_reached(symbolic, i) && is_seen(symbolic, i) != inside)
      vec_push(&sets, reach->reached.items[i].set);
  pv_allow(reach->places.pv, COUNTING_WORK);
  const bool is_finite =
      pvset_count(reach->places.pv, sets.items, sets.count, out);
  pv_allow(reach->places.pv, 0);
  vec_free(&sets);
  return is_finite;
}

/* The names of the dimensions at a place; they are the arena's. */
static const char **dimension_names(struct symbolic *symbolic,
                                    const struct situation *at) {
  struct arena *arena = symbolic->reach->arena;
  const struct variables *variables = &symbolic->control->variables;
  const char **names = ARENA_ARRAY(arena, const char *, at->dims + 1);
  for (size_t i = 0; i < variables->items.count; i++) {
    const struct symbolic_var *chosen = variables->items.items[i];
    for (uint32_t pid = 0; pid < (chosen->owner ? at->processes : 1); pid++) {
      if (chosen->owner && chosen->owner->index != at->places[pid] >> 16)
        continue;
      for (uint32_t k = 0; k < chosen->var->count; k++) {
        const char *index = chosen->var->is_array
                                ? arena_printf(arena, "[%" PRIu32 "]", k)
                                : "";
        const char *owner =
            chosen->owner
                ? arena_printf(arena, "%s(%" PRIu32 "):", chosen->owner->name,
                               pid)
                : "";
        names[chosen->first + k + (chosen->owner ? at->base[pid] : 0)] =
            arena_printf(arena, "%s%s%s", owner, var_shown_name(chosen->var),
                         index);
      }
    }
  }
  return names;
}

struct values_listing {
  const struct symbolic *symbolic;
  struct buffer *out;
  int32_t without; /* the process that was asked for */
};

static void list_value(void *context, const struct binding *binding) {
  const struct values_listing *listing = context;
  if (binding->kind == BINDING_LOCATION && binding->pid == listing->without)
    return;
  if (binding->var &&
      variables_find(&listing->symbolic->control->variables, binding->var))
    return;
  buffer_puts(listing->out, listing->out->length > 0 ? ", " : "");
  if (binding->kind == BINDING_LOCATION)
    buffer_printf(listing->out, "%s at %s", binding->owner, binding->value);
  else if (binding->owner)
    buffer_printf(listing->out, "%s:%s = %s", binding->owner, binding->name,
                  binding->value);
  else
    buffer_printf(listing->out, "%s = %s", binding->name, binding->value);
}

static void show_place(struct symbolic *symbolic, uint32_t number,
                       const struct situation *at, uint32_t pid,
                       void (*each)(void *context,
                                    const struct symbolic_view *view),
                       void *context) {
  struct buffer values = {0}, set = {0};
  struct values_listing listing = {symbolic, &values, (int32_t)pid};
  engine_describe(symbolic->control->engine, at->state, at->length, NULL,
                  list_value, &listing);
  const struct pvset *shown = symbolic->reach->reached.items[number].set;
  const char **names = dimension_names(symbolic, at);
  pvset_describe(shown, names, &set);
  struct symbolic_view view = {.values = buffer_text(&values),
                               .set = buffer_text(&set),
                               .names = names,
                               .dims = at->dims};
  int64_t *points = NULL;
  if (pvset_points(shown, MOST_POINTS, &points, &view.point_count))
    view.points = points;
  each(context, &view);
  memory_free(points);
  buffer_free(&values);
  buffer_free(&set);
}

void symbolic_show(struct symbolic *symbolic, uint32_t proctype,
                   const bool *wanted,
                   void (*each)(void *context,
                                const struct symbolic_view *view),
                   void *context) {
  for (uint32_t i = 0; i < symbolic->reach->places.items.count; i++) {
    struct situation at;
    if (!is_seen(symbolic, i))
      continue;
    places_stand(&symbolic->reach->places, i, &at);
    for (uint32_t pid = 0; pid < at.processes; pid++)
      if (at.places[pid] >> 16 == proctype && wanted[at.places[pid] & 0xffff])
        show_place(symbolic, i, &at, pid, each, context);
  }
}
