/* See symbolic_check.h.  Every run that the symbolic search finds is executed
 * by the interpreter before it counts: a violation that the interpreter does
 * not meet is our bug, never an answer.
 */
#include "report/symbolic_check.h"

#include "base/vec.h"
#include "report/assumptions.h"
#include "report/reduction.h"
#include "report/symbolic_claim.h"
#include "report/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the property ---- */

/* The p of `[] p`, where p speaks of one state; NULL: another formula. */
static const struct formula *invariant_of(const struct formula *formula) {
  return formula->kind == FORMULA_ALWAYS && is_state_formula(formula->left)
             ? formula->left
             : NULL;
}

typedef VEC(const struct formula *) formula_list;

/* Formulas about parameters at the start; false: some are about runs. */
static bool list_assumptions(const struct loaded *loaded, formula_list *out) {
  bool all = true;
  for (uint32_t i = 0; i < loaded->assumed.block_count; i++) {
    const struct formula *formula = loaded->assumed.blocks[i]->formula;
    if (symbolic_can_assume(loaded->model, formula))
      vec_push(out, formula);
    else
      all = false;
  }
  return all && !assumes_automata(loaded);
}

static void note_parameter(void *context, struct expr *expr) {
  if (expr->ref)
    map_put(context, expr->ref->var, expr->ref->var);
}

static void note_parameters(const struct model *model,
                            const struct formula *formula, struct map *out) {
  if (!formula)
    return;
  if (formula->kind == FORMULA_ATOM)
    expr_walk(model->atoms[formula->atom], note_parameter, out);
  note_parameters(model, formula->left, out);
  note_parameters(model, formula->right, out);
}

void symbolic_parameters(const struct loaded *loaded, struct map *out) {
  formula_list assumed = {0};
  (void)list_assumptions(loaded, &assumed);
  for (size_t i = 0; i < assumed.count; i++)
    note_parameters(loaded->model, assumed.items[i], out);
  vec_free(&assumed);
}

/* What to look for; the reason why not, or NULL.  An invariant needs no
 * automaton, unless something is assumed about runs.
 */
static const char *choose_goal(const struct verify_config *verify_config,
                               const struct loaded *loaded,
                               const struct property *property, bool all_runs,
                               struct arena *arena,
                               struct symbolic_config *config) {
  const char *reason = NULL;
  if (loaded->graph)
    return "graphs are not supported with --symbolic";
  if (strcmp(property->kind, "safety") == 0) {
    config->safety = true;
    return all_runs ? NULL
                    : "with --symbolic, assumptions about runs are for "
                      "temporal properties";
  }
  if (strcmp(property->kind, "ltl") == 0 && all_runs &&
      !verify_config->deadlock_free)
    config->invariant = invariant_of(property->block->formula);
  if (!config->invariant)
    config->claim =
        symbolic_claim_open(verify_config, loaded, property, arena, &reason);
  return reason;
}

typedef VEC(uint32_t) atom_numbers;

static void add_atoms(const struct formula *formula, atom_numbers *out) {
  if (!formula)
    return;
  if (formula->kind == FORMULA_ATOM)
    vec_push(out, formula->atom);
  add_atoms(formula->left, out);
  add_atoms(formula->right, out);
}

/* What the property looks at. */
static atom_numbers list_atoms(const struct symbolic_config *config) {
  atom_numbers out = {0};
  add_atoms(config->invariant, &out);
  for (uint32_t i = 0; config->claim && i < config->claim->atom_count; i++)
    vec_push(&out, config->claim->atoms[i]);
  return out;
}

/* ---- runs ---- */

static void set_moves(const struct symbolic_run *run, struct trail *trail) {
  trail->moves = memory_alloc((run->step_count + 1) * sizeof *trail->moves);
  for (size_t i = 0; i < run->step_count; i++)
    trail->moves[i] = move_of_step(&run->steps[i]);
  trail->move_count = run->step_count;
  trail->loop_start = run->is_cycle ? run->loop_start : run->step_count;
}

/* Executes all moves; the player stands at the end, or NULL. */
static struct trail_player *play(struct engine *engine,
                                 const struct trail *trail) {
  struct trail_player *player = NULL;
  enum status status = trail_play_open(engine, trail, &player);
  for (bool done = false; status == STATUS_OK && !done;)
    status = trail_play_next(player, &done);
  if (status == STATUS_OK)
    return player;
  trail_play_close(player);
  return NULL;
}

static bool formula_holds(struct engine *engine, const uint8_t *state,
                          size_t length, const struct formula *formula) {
  switch (formula->kind) {
  case FORMULA_TRUE:
    return true;
  case FORMULA_ATOM:
    return engine_holds(engine, state, length, formula->atom);
  case FORMULA_NOT:
    return !formula_holds(engine, state, length, formula->left);
  case FORMULA_AND:
    return formula_holds(engine, state, length, formula->left) &&
           formula_holds(engine, state, length, formula->right);
  case FORMULA_OR:
    return formula_holds(engine, state, length, formula->left) ||
           formula_holds(engine, state, length, formula->right);
  case FORMULA_IMPLIES:
    return !formula_holds(engine, state, length, formula->left) ||
           formula_holds(engine, state, length, formula->right);
  case FORMULA_EQUIV:
    return formula_holds(engine, state, length, formula->left) ==
           formula_holds(engine, state, length, formula->right);
  default:
    return false;
  }
}

/* Is the last step what the trail says?  Its violation gets the interpreter's
 * own words.
 */
static bool is_met(const struct played *last, struct trail *trail,
                   struct arena *arena) {
  if (!last->has_violation || last->violation.kind != trail->violation.kind)
    return false;
  trail->violation.where = last->violation.where;
  trail->violation.message = arena_copy(arena, last->violation.message,
                                        strlen(last->violation.message));
  return true;
}

static bool is_final(struct trail_player *player, struct trail *trail) {
  const struct violation *final = trail_end(player);
  if (!final || final->kind != trail->violation.kind)
    return false;
  trail->violation.where = final->where;
  return true;
}

/* Does the interpreter meet what the symbolic search says? */
static bool confirm(struct engine *engine, struct trail *trail,
                    const struct symbolic_config *config, struct arena *arena) {
  const struct formula *invariant = config->invariant;
  if (config->claim)
    return symbolic_claim_confirms(config->claim, engine, trail);
  struct trail_player *player = play(engine, trail);
  if (!player)
    return false;
  bool confirmed;
  size_t length;
  const uint8_t *state = trail_state(player, &length);
  if (invariant)
    confirmed = state && !formula_holds(engine, state, length, invariant);
  else if (trail->violation.kind == VIOLATION_END_STATE ||
           trail->move_count == 0)
    confirmed = is_final(player, trail);
  else
    confirmed = is_met(trail_played(player), trail, arena);
  trail_play_close(player);
  return confirmed;
}

static const char *parameter_text(const struct parameter_value *parameter,
                                  struct arena *arena) {
  const char *index =
      parameter->var->is_array
          ? arena_printf(arena, "[%" PRIu32 "]", parameter->element)
          : "";
  return arena_printf(arena, "%s%s=%" PRId64, parameter->var->name, index,
                      parameter->value);
}

/* The engine in which the run begins with its own parameters. */
static struct symbolic_finding *open_finding(const struct loaded *loaded,
                                             const struct engine_config *config,
                                             const struct symbolic_run *run,
                                             struct arena *arena) {
  struct symbolic_finding *finding = ARENA_NEW(arena, struct symbolic_finding);
  const size_t count = run->parameter_count;
  struct first_value *values = ARENA_ARRAY(arena, struct first_value, count);
  const char **texts = ARENA_ARRAY(arena, const char *, count);
  struct symbolic_part *parts =
      ARENA_ARRAY(arena, struct symbolic_part, run->part_count);
  struct engine_config *with = ARENA_NEW(arena, struct engine_config);
  for (size_t i = 0; i < count; i++) {
    const struct parameter_value *parameter = &run->parameters[i];
    values[i] = (struct first_value){parameter->var, parameter->element,
                                     (int32_t)parameter->value};
    texts[i] = parameter_text(parameter, arena);
  }
  if (run->part_count > 0)
    memcpy(parts, run->parts, run->part_count * sizeof *parts);
  *with = *config;
  with->first_values = values;
  with->first_value_count = count;
  *finding = (struct symbolic_finding){.parameters = texts,
                                       .parameter_count = count,
                                       .parts = parts,
                                       .part_count = run->part_count};
  return engine_open_bytecode(loaded->model, with, &finding->engine) ==
                 STATUS_OK
             ? finding
             : NULL;
}

static bool report_run(const struct loaded *loaded,
                       const struct symbolic_config *config,
                       const struct symbolic_run *run,
                       const struct observer *observer, struct arena *arena,
                       struct verified *verified) {
  struct trail trail = {.has_violation = true, .violation = run->violation};
  struct symbolic_finding *finding =
      open_finding(loaded, &config->engine, run, arena);
  if (!finding)
    return false;
  set_moves(run, &trail);
  const bool good = confirm(finding->engine, &trail, config, arena);
  if (good) {
    observer->violation(observer->context, &trail.violation, &trail);
    verified->findings[verified->finding_count - 1].symbolic = finding;
  } else {
    engine_close(finding->engine);
  }
  memory_free(trail.moves);
  return good;
}

void symbolic_clear(struct verified *verified) {
  for (size_t i = 0; i < verified->finding_count; i++)
    if (verified->findings[i].symbolic)
      engine_close(verified->findings[i].symbolic->engine);
}

/* "N=3" or "a[2]=3" */
static bool read_parameter(const struct model *model, const char *text,
                           struct first_value *out) {
  const size_t length = strcspn(text, "[=");
  char *end = NULL;
  *out = (struct first_value){0};
  for (uint32_t i = 0; i < model->global_count; i++)
    if (strlen(model->globals[i]->name) == length &&
        strncmp(model->globals[i]->name, text, length) == 0)
      out->var = model->globals[i];
  const char *rest = text + length;
  if (*rest == '[') {
    out->element = (uint32_t)strtoul(rest + 1, &end, 10);
    rest = *end == ']' ? end + 1 : end;
  }
  if (!out->var || *rest != '=' || out->element >= out->var->count ||
      out->var->type.kind == TYPE_RECORD || out->var->type.kind == TYPE_CHAN)
    return false;
  out->value = (int32_t)strtol(rest + 1, &end, 10);
  return rest[1] != '\0' && *end == '\0';
}

bool parameters_read(struct trace_header *header, const struct model *model,
                     struct arena *arena, struct buffer *error) {
  struct first_value *values =
      ARENA_ARRAY(arena, struct first_value, header->parameter_count);
  for (size_t i = 0; i < header->parameter_count; i++)
    if (!read_parameter(model, header->parameters[i], &values[i])) {
      buffer_printf(error, "it has no parameter %s", header->parameters[i]);
      return false;
    }
  header->engine.first_values = values;
  header->engine.first_value_count = header->parameter_count;
  return true;
}

/* ---- what is named ---- */

static bool is_among(struct var *const *vars, uint32_t count,
                     const char *name) {
  for (uint32_t i = 0; i < count; i++)
    if (strcmp(vars[i]->name, name) == 0)
      return true;
  return false;
}

bool symbolic_has_variable(const struct model *model, const char *option,
                           const char *name, struct buffer *error) {
  bool found = is_among(model->globals, model->global_count, name);
  for (uint32_t i = 0; i < model->proctype_count && !found; i++)
    found = is_among(model->proctypes[i]->variables,
                     model->proctypes[i]->variable_count, name);
  if (!found)
    buffer_printf(error, "%s %s: the model has no variable of this name",
                  option, name);
  return found;
}

/* ---- what is shown ---- */

static const struct proctype *find_process(const struct model *model,
                                           const char *name, size_t length) {
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const char *other = process_name(model, model->proctypes[i]->name);
    if (strlen(other) == length && strncmp(other, name, length) == 0)
      return model->proctypes[i];
  }
  return NULL;
}

/* Is the location at this label, or on the line of this number? */
static bool is_there(const struct model *model, const struct proctype *proctype,
                     uint32_t location, const char *place) {
  char *end = NULL;
  const unsigned long line = strtoul(place, &end, 10);
  if (place[0] != '\0' && *end == '\0')
    return sources_position(model->sources, proctype->locations[location].where)
               .line == line;
  for (uint32_t i = 0; i < proctype->label_count; i++)
    if (proctype->labels[i].location == location &&
        strcmp(proctype->labels[i].name, place) == 0)
      return true;
  return false;
}

/* The process that a wish names; its locations are marked, unless NULL. */
static const struct proctype *find_shown(const struct model *model,
                                         const char *where, bool *locations) {
  const char *at = strchr(where, '@');
  const struct proctype *proctype =
      at ? find_process(model, where, (size_t)(at - where)) : NULL;
  bool found = false;
  for (uint32_t l = 1; proctype && l < proctype->location_count; l++) {
    const bool here = is_there(model, proctype, l, at + 1);
    found |= here;
    if (locations)
      locations[l] = here;
  }
  return found ? proctype : NULL;
}

bool symbolic_can_show(const struct model *model, const char *where,
                       struct buffer *error) {
  if (find_shown(model, where, NULL))
    return true;
  buffer_printf(error,
                "--show %s: no such place; it is a process and one of its "
                "labels or lines, as in control@l2 or control@12",
                where);
  return false;
}

struct showing {
  struct arena *arena;
  struct symbolic_report *report;
  const char *where;
};

static void keep_points(struct arena *arena, const struct symbolic_view *view,
                        struct symbolic_shown *shown) {
  const size_t count = view->points ? view->point_count * view->dims : 0;
  int64_t *points = ARENA_ARRAY(arena, int64_t, count + 1);
  shown->names = ARENA_ARRAY(arena, const char *, view->dims + 1);
  shown->dims = view->dims;
  for (uint32_t i = 0; i < view->dims; i++)
    shown->names[i] = arena_copy(arena, view->names[i], strlen(view->names[i]));
  if (count > 0)
    memcpy(points, view->points, count * sizeof *points);
  shown->points = view->points ? points : NULL;
  shown->point_count = view->point_count;
}

static void keep_shown(void *context, const struct symbolic_view *view) {
  const struct showing *showing = context;
  struct symbolic_report *report = showing->report;
  struct symbolic_shown shown = {
      .where = showing->where,
      .values = arena_copy(showing->arena, view->values, strlen(view->values)),
      .set = arena_copy(showing->arena, view->set, strlen(view->set))};
  keep_points(showing->arena, view, &shown);
  if (report->shown_count == report->shown_capacity) {
    report->shown_capacity = 2 * report->shown_capacity + 8;
    struct symbolic_shown *more = ARENA_ARRAY(
        showing->arena, struct symbolic_shown, report->shown_capacity);
    if (report->shown_count > 0)
      memcpy(more, report->shown, report->shown_count * sizeof *more);
    report->shown = more;
  }
  report->shown[report->shown_count++] = shown;
}

static void show(const struct symbolic_wish *wish, const struct model *model,
                 struct symbolic *symbolic, struct arena *arena,
                 struct symbolic_report *report) {
  for (size_t i = 0; i < wish->shown_count; i++) {
    enum { MOST_LOCATIONS = 1 << 16 };
    bool *wanted = memory_alloc(MOST_LOCATIONS * sizeof *wanted);
    const struct proctype *proctype = find_shown(model, wish->shown[i], wanted);
    struct showing showing = {arena, report, wish->shown[i]};
    if (proctype)
      symbolic_show(symbolic, proctype->index, wanted, keep_shown, &showing);
    memory_free(wanted);
  }
}

/* ---- the verdict ---- */

/* For all integers, but those of the program wrap around. */
static bool holds_at_first(enum symbolic_end end) {
  return end == SYMBOLIC_OVERFLOW || end == SYMBOLIC_FAILS_LATER;
}

static struct symbolic_report *fill_report(const struct symbolic_wish *wish,
                                           const struct model *model,
                                           struct symbolic *symbolic,
                                           enum symbolic_end end,
                                           struct arena *arena) {
  struct symbolic_report *report = ARENA_NEW(arena, struct symbolic_report);
  struct buffer text = {0};
  symbolic_variables(symbolic, &text);
  report->variables =
      text.length > 0 ? arena_copy(arena, text.text, text.length) : "none";
  buffer_clear(&text);
  if (symbolic_count(symbolic, false, &text))
    report->states = arena_copy(arena, buffer_text(&text), text.length);
  buffer_clear(&text);
  if (symbolic_count(symbolic, true, &text))
    report->inside = arena_copy(arena, buffer_text(&text), text.length);
  buffer_free(&text);
  report->figures = *symbolic_figures(symbolic);
  report->reduced = symbolic_is_reduced(symbolic);
  report->complete = end == SYMBOLIC_COMPLETE;
  report->proved = end == SYMBOLIC_PROVED;
  report->holds_at_first = holds_at_first(end);
  show(wish, model, symbolic, arena, report);
  return report;
}

static void judge(struct symbolic *symbolic, enum symbolic_end end,
                  struct arena *arena, struct verified *verified) {
  verified->complete = end == SYMBOLIC_COMPLETE || end == SYMBOLIC_PROVED;
  verified->exact = true;
  if (verified->finding_count > 0) {
    verified->verdict = VERDICT_VIOLATED;
    verified->reason = NULL;
  } else if (verified->reason) {
    verified->complete = false;
  } else if (verified->complete) {
    verified->verdict = VERDICT_HOLDS;
  } else if (holds_at_first(end)) {
    verified->reason = arena_printf(
        arena, "it holds for all integers, but an int can wrap around at %s%s",
        symbolic_overflow(symbolic),
        end == SYMBOLIC_FAILS_LATER
            ? ", and then it is violated, by a run too long to be executed"
            : "; what happens then was not found out");
  } else {
    verified->reason = symbolic_end_text(end);
  }
}

/* Executes the runs that were found; false: some cannot be. */
static bool report_runs(const struct loaded *loaded,
                        const struct symbolic_config *config,
                        const struct symbolic *symbolic,
                        const struct observer *observer, struct arena *arena,
                        struct verified *verified) {
  bool good = true;
  for (size_t i = 0; i < symbolic_run_count(symbolic); i++)
    good &= report_run(loaded, config, symbolic_run_at(symbolic, i), observer,
                       arena, verified);
  return good;
}

static void run(const struct verify_config *config, const struct loaded *loaded,
                struct symbolic *symbolic,
                const struct symbolic_config *symbolic_config,
                const struct observer *observer, struct arena *arena,
                struct verified *verified, bool *bug) {
  enum symbolic_end end = symbolic_run(symbolic);
  bool good =
      report_runs(loaded, symbolic_config, symbolic, observer, arena, verified);
  /* A run that leaves the range of int may be found before that is. */
  const bool can_wrap =
      !config->symbolic->unbounded && !symbolic_config->engine.check_overflow;
  const bool wraps = symbolic_overflow(symbolic) || (!good && can_wrap);
  if (wraps && verified->finding_count == 0) {
    const enum symbolic_end first = end;
    end = symbolic_run_wrapped(symbolic);
    if (!holds_at_first(end)) {
      good = report_runs(loaded, symbolic_config, symbolic, observer, arena,
                         verified);
      *bug |= !good && verified->finding_count == 0;
    } else if (first != SYMBOLIC_OVERFLOW) {
      end = first;
    }
  }
  if (!good && verified->finding_count == 0) {
    *bug |= !can_wrap && !config->symbolic->unbounded;
    verified->reason = "a violation needs numbers that do not fit into an "
                       "int, so its run cannot be executed";
  }
  judge(symbolic, end, arena, verified);
  verified->symbolic =
      fill_report(config->symbolic, loaded->model, symbolic, end, arena);
}

void symbolic_check(const struct verify_config *config,
                    const struct loaded *loaded,
                    const struct property *property,
                    const struct observer *observer, struct arena *arena,
                    struct verified *verified, bool *bug) {
  const struct symbolic_wish *wish = config->symbolic;
  formula_list assumed = {0};
  struct symbolic_config symbolic_config = {
      .engine = config->engine,
      .unbounded = wish->unbounded,
      .symbolic_names = wish->symbolic_names,
      .symbolic_count = wish->symbolic_count,
      .explicit_names = wish->explicit_names,
      .explicit_count = wish->explicit_count,
      .whole_set = wish->shown_count > 0,
      .max_errors = config->search.max_errors,
      .max_seconds = config->search.max_seconds,
      .interrupt = config->search.interrupt};
  symbolic_config.engine.merge = false; /* steps are followed one by one */
  verified->search = "symbolic";
  verified->store = "sets";
  const bool all_runs = list_assumptions(loaded, &assumed);
  verified->reason =
      choose_goal(config, loaded, property, all_runs, arena, &symbolic_config);
  if (verified->reason) {
    vec_free(&assumed);
    return;
  }
  symbolic_config.assumed = assumed.items;
  symbolic_config.assumed_count = assumed.count;
  atom_numbers atoms = list_atoms(&symbolic_config);
  symbolic_config.atoms = atoms.items;
  symbolic_config.atom_count = (uint32_t)atoms.count;
  symbolic_config.reduce = config->reduce && wish->shown_count == 0 &&
                           !counts_steps(config, loaded, property);
  struct symbolic *symbolic =
      symbolic_open(loaded->model, &symbolic_config, &verified->reason);
  if (symbolic)
    run(config, loaded, symbolic, &symbolic_config, observer, arena, verified,
        bug);
  symbolic_close(symbolic);
  vec_free(&assumed);
  vec_free(&atoms);
}
