/* See symbolic.h. */
#include "symbolic/symbolic.h"

#include "symbolic/reach.h"

#include <inttypes.h>
#include <string.h>

/* A number of states that takes longer to find is not worth the wait. */
enum { COUNTING_WORK = 200 * 1000 };

struct symbolic {
  struct symbolic_config config;
  struct control *control;
  struct reach reach;
  enum symbolic_end end;
  struct buffer overflow; /* what would wrap around */
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
static const char *refusal(const struct model *model,
                           const struct symbolic_config *config,
                           const expr_list *assumed) {
  for (size_t i = 0; i < config->assumed_count; i++)
    if (!is_state_formula(config->assumed[i]))
      return "with --symbolic, assumptions are about parameters at the start, "
             "not about runs";
  struct writing writing = {false};
  for (size_t i = 0; i < assumed->count; i++)
    expr_walk(assumed->items[i], look_for_written, &writing);
  if (writing.found)
    return "with --symbolic, assumptions are about variables that the program "
           "never writes";
  if (config->invariant && !is_state_formula(config->invariant))
    return "the formula is no invariant";
  for (uint32_t i = 0; i < model->atom_count; i++)
    if (expr_find_event(model->atoms[i]))
      return "events are not supported with --symbolic";
  return NULL;
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
  *reason = refusal(model, config, &assumed);
  struct control *control =
      *reason ? NULL : control_open(model, &config->engine, &wish, reason);
  vec_free(&assumed);
  if (!control)
    return NULL;
  struct symbolic *symbolic = memory_alloc(sizeof *symbolic);
  symbolic->config = *config;
  symbolic->control = control;
  symbolic->end = SYMBOLIC_REFUSED;
  reach_init(&symbolic->reach, &symbolic->config, control);
  return symbolic;
}

void symbolic_close(struct symbolic *symbolic) {
  if (!symbolic)
    return;
  reach_clear(&symbolic->reach);
  control_close(symbolic->control);
  buffer_free(&symbolic->overflow);
  memory_free(symbolic);
}

/* ---- running ---- */

/* An initialisation that fails is a run of no steps. */
static void add_empty_run(struct reach *reach,
                          const struct violation *violation) {
  struct symbolic_run run = {.violation = *violation};
  vec_push(&reach->runs, run);
}

static void describe_overflow(struct symbolic *symbolic) {
  const struct hazard *hazard = symbolic->reach.overflow_hazard;
  const struct action *action =
      hazard && hazard->step_count > 0
          ? hazard->steps[hazard->step_count - 1].action
          : NULL;
  buffer_printf(&symbolic->overflow,
                "a number can leave the range of int%s%s; --integers "
                "unbounded would not mind",
                action && action->text ? " at " : "",
                action && action->text ? action->text : "");
}

enum symbolic_end symbolic_run(struct symbolic *symbolic) {
  struct violation violation;
  if (!reach_start(&symbolic->reach, &violation)) {
    if (symbolic->config.safety)
      add_empty_run(&symbolic->reach, &violation);
    symbolic->end = SYMBOLIC_ENOUGH;
    return symbolic->end;
  }
  symbolic->end = reach_run(&symbolic->reach);
  if (symbolic->end == SYMBOLIC_OVERFLOW)
    describe_overflow(symbolic);
  return symbolic->end;
}

const char *symbolic_end_text(enum symbolic_end end) {
  static const char *const texts[] = {
      [SYMBOLIC_COMPLETE] = "complete",
      [SYMBOLIC_PROVED] = "proved backwards",
      [SYMBOLIC_ENOUGH] = "enough violations",
      [SYMBOLIC_OVERFLOW] = "a number can wrap around",
      [SYMBOLIC_TIME] = "time limit",
      [SYMBOLIC_INTERRUPTED] = "interrupted",
      [SYMBOLIC_TOO_HARD] = "an operation on sets was too hard",
      [SYMBOLIC_TOO_LONG] = "the run to a violation is too long to be executed",
      [SYMBOLIC_REFUSED] = "not supported",
  };
  return texts[end];
}

const struct symbolic_figures *
symbolic_figures(const struct symbolic *symbolic) {
  return &symbolic->reach.figures;
}

size_t symbolic_run_count(const struct symbolic *symbolic) {
  return symbolic->reach.runs.count;
}

const struct symbolic_run *symbolic_run_at(const struct symbolic *symbolic,
                                           size_t index) {
  return &symbolic->reach.runs.items[index];
}

const char *symbolic_overflow(const struct symbolic *symbolic) {
  return buffer_text(&symbolic->overflow);
}

void symbolic_variables(const struct symbolic *symbolic, struct buffer *out) {
  const struct variables *variables = &symbolic->control->variables;
  for (size_t i = 0; i < variables->items.count; i++) {
    const struct symbolic_var *chosen = variables->items.items[i];
    buffer_puts(out, i > 0 ? ", " : "");
    if (chosen->owner)
      buffer_printf(out, "%s:", chosen->owner->name);
    buffer_puts(out, chosen->var->name);
  }
}

/* ---- the reachable states ---- */

static bool is_seen(const struct symbolic *symbolic, size_t place) {
  return place < symbolic->reach.reached.count &&
         symbolic->reach.reached.items[place].set &&
         symbolic->reach.places.items.items[place]->owner == NO_PROCESS;
}

bool symbolic_count(struct symbolic *symbolic, struct buffer *out) {
  struct reach *reach = &symbolic->reach;
  VEC(const struct pvset *) sets = {0};
  if (symbolic->end != SYMBOLIC_COMPLETE || reach->runs.count > 0)
    return false;
  for (size_t i = 0; i < reach->reached.count; i++)
    if (is_seen(symbolic, i))
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
  struct arena *arena = symbolic->reach.arena;
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
            arena_printf(arena, "%s%s%s", owner, chosen->var->name, index);
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
  engine_describe(symbolic->control->engine, at->state, at->length, list_value,
                  &listing);
  pvset_describe(symbolic->reach.reached.items[number].set,
                 dimension_names(symbolic, at), &set);
  each(context,
       &(struct symbolic_view){buffer_text(&values), buffer_text(&set)});
  buffer_free(&values);
  buffer_free(&set);
}

void symbolic_show(struct symbolic *symbolic, uint32_t proctype,
                   const bool *wanted,
                   void (*each)(void *context,
                                const struct symbolic_view *view),
                   void *context) {
  for (uint32_t i = 0; i < symbolic->reach.places.items.count; i++) {
    struct situation at;
    if (!is_seen(symbolic, i))
      continue;
    places_stand(&symbolic->reach.places, i, &at);
    for (uint32_t pid = 0; pid < at.processes; pid++)
      if (at.places[pid] >> 16 == proctype && wanted[at.places[pid] & 0xffff])
        show_place(symbolic, i, &at, pid, each, context);
  }
}
