/* See symbolic_check.h.  Every run that the symbolic search finds is executed
 * by the interpreter before it counts: a violation that the interpreter does
 * not meet is our bug, never an answer.
 */
#include "report/symbolic_check.h"

#include "base/vec.h"
#include "report/assumptions.h"

#include <stdlib.h>
#include <string.h>

/* ---- the property ---- */

/* The p of `[] p`, where p speaks of one state; NULL: another formula. */
static const struct formula *invariant_of(const struct formula *formula) {
  return formula->kind == FORMULA_ALWAYS ? formula->left : NULL;
}

typedef VEC(const struct formula *) formula_list;

static void list_assumptions(const struct model *model, formula_list *out) {
  for (uint32_t i = 0; i < model->ltl_count; i++)
    if (is_assumption(model, model->ltl[i].where))
      vec_push(out, model->ltl[i].formula);
}

/* What to look for; the reason why not, or NULL. */
static const char *choose_goal(const struct loaded *loaded,
                               const struct property *property,
                               struct symbolic_config *config) {
  if (strcmp(property->kind, "safety") == 0) {
    config->safety = true;
    return NULL;
  }
  if (strcmp(property->kind, "ltl") == 0)
    config->invariant =
        invariant_of(property_block(loaded->model, property)->formula);
  return config->invariant ? NULL
                           : "--symbolic checks safety and invariants [] p "
                             "only";
}

/* ---- runs ---- */

static void set_moves(const struct symbolic_run *run, struct trail *trail) {
  trail->moves = memory_alloc((run->step_count + 1) * sizeof *trail->moves);
  for (size_t i = 0; i < run->step_count; i++)
    trail->moves[i] = move_of_step(&run->steps[i]);
  trail->move_count = trail->loop_start = run->step_count;
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

/* Does the interpreter meet what the symbolic search says?  The violation gets
 * the interpreter's own words.
 */
static bool confirm(struct engine *engine, struct trail *trail,
                    const struct formula *invariant) {
  struct trail_player *player = play(engine, trail);
  if (!player)
    return false;
  bool confirmed = false;
  size_t length;
  const uint8_t *state = trail_state(player, &length);
  if (invariant) {
    confirmed = state && !formula_holds(engine, state, length, invariant);
  } else if (trail->violation.kind == VIOLATION_END_STATE) {
    const struct violation *final = trail_end(player);
    confirmed = final && final->kind == VIOLATION_END_STATE;
    if (confirmed)
      trail->violation.where = final->where;
  } else if (trail->move_count > 0) {
    const struct played *last = trail_played(player);
    confirmed =
        last->has_violation && last->violation.kind == trail->violation.kind;
    if (confirmed)
      trail->violation.where = last->violation.where;
  } else {
    confirmed = trail_end(player) != NULL;
  }
  trail_play_close(player);
  return confirmed;
}

/* The words for a violation that was met: the interpreter's. */
static const char *words_of(struct engine *engine, const struct trail *trail,
                            struct arena *arena) {
  struct trail_player *player = play(engine, trail);
  const char *message = trail->violation.message;
  if (player && trail->move_count > 0 && trail_played(player)->has_violation &&
      trail->violation.kind == VIOLATION_RUNTIME) {
    const char *text = trail_played(player)->violation.message;
    message = arena_copy(arena, text, strlen(text));
  }
  trail_play_close(player);
  return message;
}

static bool report_run(const struct symbolic_config *config,
                       const struct symbolic_run *run,
                       const struct observer *observer, struct engine *engine,
                       struct arena *arena) {
  struct trail trail = {.has_violation = true, .violation = run->violation};
  set_moves(run, &trail);
  const bool good = confirm(engine, &trail, config->invariant);
  if (good) {
    trail.violation.message = words_of(engine, &trail, arena);
    observer->violation(observer->context, &trail.violation, &trail);
  }
  memory_free(trail.moves);
  return good;
}

/* ---- what is shown ---- */

/* The process and the locations that a wish names. */
static const struct proctype *find_shown(const struct model *model,
                                         const char *where, bool *locations) {
  const char *at = strchr(where, '@');
  const struct proctype *proctype = NULL;
  for (uint32_t i = 0; i < model->proctype_count && at; i++) {
    const char *name = process_name(model, model->proctypes[i]->name);
    if (strlen(name) == (size_t)(at - where) &&
        strncmp(name, where, (size_t)(at - where)) == 0)
      proctype = model->proctypes[i];
  }
  if (!proctype)
    return NULL;
  bool found = false;
  char *end = NULL;
  const unsigned long line = strtoul(at + 1, &end, 10);
  const bool is_line = at[1] != '\0' && *end == '\0';
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    bool here =
        is_line &&
        sources_position(model->sources, proctype->locations[l].where).line ==
            line;
    for (uint32_t k = 0; k < proctype->label_count && !is_line; k++)
      here |= proctype->labels[k].location == l &&
              strcmp(proctype->labels[k].name, at + 1) == 0;
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

static void keep_shown(void *context, const struct symbolic_view *view) {
  const struct showing *showing = context;
  struct symbolic_report *report = showing->report;
  const struct symbolic_shown shown = {
      showing->where,
      arena_copy(showing->arena, view->values, strlen(view->values)),
      arena_copy(showing->arena, view->set, strlen(view->set))};
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
  if (symbolic_count(symbolic, &text))
    report->states = arena_copy(arena, buffer_text(&text), text.length);
  buffer_free(&text);
  report->figures = *symbolic_figures(symbolic);
  report->proved = end == SYMBOLIC_PROVED;
  show(wish, model, symbolic, arena, report);
  return report;
}

static void judge(struct symbolic *symbolic, enum symbolic_end end,
                  struct arena *arena, struct verified *verified) {
  verified->complete = end == SYMBOLIC_COMPLETE || end == SYMBOLIC_PROVED;
  verified->exact = true;
  if (verified->finding_count > 0) {
    verified->verdict = VERDICT_VIOLATED;
  } else if (verified->complete) {
    verified->verdict = VERDICT_HOLDS;
  } else {
    const char *why = end == SYMBOLIC_OVERFLOW ? symbolic_overflow(symbolic)
                                               : symbolic_end_text(end);
    verified->reason = arena_copy(arena, why, strlen(why));
  }
}

static void run(const struct verify_config *config, const struct loaded *loaded,
                struct symbolic *symbolic,
                const struct symbolic_config *symbolic_config,
                const struct observer *observer, struct engine *engine,
                struct arena *arena, struct verified *verified, bool *bug) {
  const enum symbolic_end end = symbolic_run(symbolic);
  for (size_t i = 0; i < symbolic_run_count(symbolic); i++)
    *bug = !report_run(symbolic_config, symbolic_run_at(symbolic, i), observer,
                       engine, arena) ||
           *bug;
  judge(symbolic, end, arena, verified);
  verified->symbolic =
      fill_report(config->symbolic, loaded->model, symbolic, end, arena);
}

void symbolic_check(const struct verify_config *config,
                    const struct loaded *loaded,
                    const struct property *property,
                    const struct observer *observer, struct engine *engine,
                    struct arena *arena, struct verified *verified, bool *bug) {
  const struct symbolic_wish *wish = config->symbolic;
  formula_list assumed = {0};
  struct symbolic_config symbolic_config = {
      .engine = config->engine,
      .unbounded = wish->unbounded,
      .symbolic_names = wish->symbolic_names,
      .symbolic_count = wish->symbolic_count,
      .explicit_names = wish->explicit_names,
      .explicit_count = wish->explicit_count,
      .max_errors = config->search.max_errors,
      .max_seconds = config->search.max_seconds,
      .interrupt = config->search.interrupt};
  verified->search = "symbolic";
  verified->store = "sets";
  verified->reason = choose_goal(loaded, property, &symbolic_config);
  if (verified->reason)
    return;
  list_assumptions(loaded->model, &assumed);
  symbolic_config.assumed = assumed.items;
  symbolic_config.assumed_count = assumed.count;
  struct symbolic *symbolic =
      symbolic_open(loaded->model, &symbolic_config, &verified->reason);
  if (symbolic)
    run(config, loaded, symbolic, &symbolic_config, observer, engine, arena,
        verified, bug);
  symbolic_close(symbolic);
  vec_free(&assumed);
}
