/* Whether it makes a difference that a process ends before another one starts.
 *
 * A process gets the lowest number that is free, so the order of ends and
 * starts decides on numbers, and on nothing else, unless there are too many
 * processes at a time.  Numbers are noticed where a statement or a property
 * speaks of them: `_pid`, `_nr_pr`, what `run` returns, P[2]@label and the
 * like.  There cannot be too many processes where so few can ever be started:
 * no `run` lies on a cycle of its automaton, no proctype starts itself, even by
 * way of others, and all that can be started add up to no more than there may
 * be.
 *
 * Cost: for each location with a `run` one walk through its automaton.
 */
#include "reduce/numbers.h"

#include "base/memory.h"

enum { MOST_STARTED = 255 }; /* processes, those of the beginning included */

/* ---- numbers that are spoken of ---- */

static void look_at(void *context, struct expr *expr) {
  bool *found = context;
  switch (expr->kind) {
  case EXPR_RUN:
  case EXPR_ENABLED:
  case EXPR_PC_VALUE:
  case EXPR_GET_PRIORITY:
  case EXPR_AT:
  case EXPR_REMOTE:
  case EXPR_PID:
  case EXPR_NR_PR:
  case EXPR_LAST:
    *found = true;
    break;
  default:
    *found |= expr_is_event(expr);
    break;
  }
}

/* The result of a `run` that is a statement by itself is not looked at. */
static bool action_speaks_of_them(const struct action *action) {
  bool found = false;
  const struct expr *run = action->value;
  if (action->kind != ACTION_TEST || !run || run->kind != EXPR_RUN) {
    action_walk(action, look_at, &found);
    return found;
  }
  for (uint32_t i = 0; i < run->arg_count; i++)
    expr_walk(run->args[i], look_at, &found);
  return found;
}

static bool variables_speak_of_them(const struct proctype *proctype) {
  bool found = false;
  for (uint32_t i = 0; i < proctype->variable_count; i++)
    for (uint32_t j = 0; j < proctype->variables[i]->init_count; j++)
      expr_walk(proctype->variables[i]->inits[j], look_at, &found);
  expr_walk(proctype->provided, look_at, &found);
  return found;
}

static bool are_spoken_of(const struct model *model) {
  bool found = false;
  for (uint32_t i = 0; i < model->action_count; i++)
    found |= action_speaks_of_them(model->actions[i]);
  model_walk_process_atoms(model, look_at, &found);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    found |= variables_speak_of_them(model->proctypes[i]);
  return found;
}

/* ---- how many can be started ---- */

struct counting {
  uint8_t *under_way; /* by proctype: it is being counted */
  uint64_t count;     /* of the processes started by the statement at hand */
};

static uint64_t started_by(struct counting *self,
                           const struct proctype *proctype);

static void count_run(void *context, struct expr *expr) {
  struct counting *self = context;
  if (expr->kind == EXPR_RUN)
    self->count += 1 + started_by(self, expr->proctype);
}

static uint64_t started_by_action(struct counting *self,
                                  const struct action *action) {
  const uint64_t outer = self->count;
  self->count = 0;
  action_walk(action, count_run, self);
  const uint64_t count = self->count;
  self->count = outer;
  return count;
}

/* Marks what can be reached from a location in one step or more. */
static void mark_reached(const struct proctype *proctype, uint32_t location,
                         uint8_t *reached, uint32_t *stack) {
  uint32_t depth = 0;
  stack[depth++] = location;
  while (depth > 0) {
    const struct location *at = &proctype->locations[stack[--depth]];
    for (uint32_t t = 0; t < at->transition_count; t++) {
      const struct transition *transition = &at->transitions[t];
      const bool enters = transition->action->kind == ACTION_D_STEP;
      const uint32_t next[] = {transition->target,
                               enters ? transition->action->enter : 0};
      for (unsigned i = 0; i < 2; i++)
        if (next[i] > 0 && !reached[next[i]]) {
          reached[next[i]] = 1;
          stack[depth++] = next[i];
        }
    }
  }
}

static bool is_on_cycle(const struct proctype *proctype, uint32_t location) {
  uint8_t *reached = memory_alloc(proctype->location_count);
  uint32_t *stack =
      memory_alloc((proctype->location_count + 1) * sizeof *stack);
  mark_reached(proctype, location, reached, stack);
  const bool found = reached[location] != 0;
  memory_free(stack);
  memory_free(reached);
  return found;
}

static uint64_t started_from(struct counting *self,
                             const struct proctype *proctype,
                             uint32_t location) {
  const struct location *at = &proctype->locations[location];
  uint64_t count = 0;
  for (uint32_t t = 0; t < at->transition_count; t++)
    count += started_by_action(self, at->transitions[t].action);
  if (count > 0 && is_on_cycle(proctype, location))
    count = MOST_STARTED + 1;
  return count;
}

/* How many processes one of the proctype starts at most, all their descendants
 * included; more than MOST_STARTED when there is no end to it.
 */
static uint64_t started_by(struct counting *self,
                           const struct proctype *proctype) {
  uint8_t *under_way = &self->under_way[proctype->index];
  if (*under_way)
    return MOST_STARTED + 1;
  *under_way = 1;
  uint64_t count = 0;
  for (uint32_t l = 1; l < proctype->location_count && count <= MOST_STARTED;
       l++)
    count += started_from(self, proctype, l);
  *under_way = 0;
  return count <= MOST_STARTED ? count : MOST_STARTED + 1;
}

static bool may_be_too_many(const struct model *model) {
  struct counting self = {.under_way = memory_alloc(model->proctype_count + 1)};
  uint64_t count = 0;
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    const uint64_t active = proctype->kind == PROC_INIT ? 1 : proctype->active;
    if (active > 0)
      count += active * (1 + started_by(&self, proctype));
  }
  memory_free(self.under_way);
  return count > MOST_STARTED;
}

bool numbers_are_noticed(const struct model *model) {
  return are_spoken_of(model) || may_be_too_many(model);
}
