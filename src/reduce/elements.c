/* Facts about elements, by walking the automata.
 *
 * Where one statement's being possible rules others out, all statements of the
 * location are one element.  Inside a d_step there are none.
 *
 * A transition may be a whole `atomic`, so what follows an element at once are
 * the targets of all statements inside: the process may stop at any of them.
 *
 * Guards: a statement that begins with a test cannot be executed as long as a
 * conjunct of the test is false.  Only conjuncts that compare a global variable
 * with a constant are used, and only those before which nothing can fail: a
 * run-time error is something that happens.  A receive needs a channel that is
 * not empty, a send one that is not full.  Which element of an array, or which
 * channel, may depend on the number of the process and on variables that never
 * change.
 *
 * Assigning a constant makes a test true or does not; whatever else is written
 * may make it true.
 */
#include "reduce/elements.h"

#include "model/range.h"

#include <string.h>

enum {
  MOST_ELEMENTS = 1024,  /* of a proctype */
  MOST_VISITS = 1 << 21, /* of the statements of all elements of a model */
  MOST_TESTS = 1 << 12,  /* any others are left out of guards, */
  MOST_TRIES = 1 << 26,  /* which is sound: a guard is not known then */
  NO_TEST = MOST_TESTS,
};

/* ---- statements ---- */

/* The statements of a location that an element has: all, or one. */
struct part {
  uint32_t first, count;
};

static struct part part_of(const struct proctype *proctype,
                           const struct cast_facts *of, uint32_t element) {
  const uint32_t location = of->elements[element].location;
  if (facts_is_exclusive(proctype, location))
    return (struct part){0, proctype->locations[location].transition_count};
  return (struct part){element - of->first[location], 1};
}

/* Visits all statements that transitions of an element may have. */
static void walk_element(const struct proctype *proctype,
                         const struct cast_facts *of, uint32_t element,
                         statement_visitor *visit, void *context) {
  const struct part part = part_of(proctype, of, element);
  for (uint32_t t = part.first; t < part.first + part.count; t++)
    facts_walk_transition(proctype, of->elements[element].location, t, visit,
                          context);
}

/* ---- who writes what ---- */

struct noting {
  struct elements *elements;
  uint32_t proctype, element;
};

static void note_writer(const struct noting *self, const struct var *var,
                        const struct action *action) {
  struct elements *elements = self->elements;
  size_t known = (size_t)map_get(&elements->written, var);
  if (known == 0) {
    vec_push(&elements->writers, (struct writers){0});
    known = elements->writers.count;
    map_put(&elements->written, var, (void *)known);
  }
  vec_push(&elements->writers.items[known - 1].items,
           ((struct writer){self->proctype, self->element, action}));
}

static void note_writers(void *context, const struct transition *transition) {
  const struct noting *self = context;
  const struct action *action = transition->action;
  self->elements->visits++;
  if (action->kind == ACTION_ASSIGN)
    note_writer(self, action->ref->var, action);
  if (action->kind == ACTION_INIT)
    note_writer(self, action->var, action);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      note_writer(self, action->patterns[i].ref->var, action);
}

/* False: there are too many statements in all. */
static bool find_writers(struct elements *elements,
                         const struct proctype *proctype) {
  const struct cast_facts *of = &elements->of[proctype->index];
  for (uint32_t e = 0; e < of->count; e++) {
    struct noting noting = {elements, proctype->index, e};
    walk_element(proctype, of, e, note_writers, &noting);
    if (elements->visits > MOST_VISITS)
      return false;
  }
  return true;
}

/* ---- tests ---- */

bool test_is_true(const struct test *test, int32_t value) {
  switch (test->relation) {
  case EXPR_LT:
    return value < test->constant;
  case EXPR_LE:
    return value <= test->constant;
  case EXPR_GT:
    return value > test->constant;
  case EXPR_GE:
    return value >= test->constant;
  case EXPR_EQ:
    return value == test->constant;
  default:
    return value != test->constant;
  }
}

/* The same relation with its sides exchanged. */
static enum expr_kind turned(enum expr_kind relation) {
  switch (relation) {
  case EXPR_LT:
    return EXPR_GT;
  case EXPR_LE:
    return EXPR_GE;
  case EXPR_GT:
    return EXPR_LT;
  case EXPR_GE:
    return EXPR_LE;
  default:
    return relation;
  }
}

/* Is the subscript what tells what is read?  In a subscript of its own another
 * variable may be read: who writes that may make a test true, too.
 */
static bool is_told_by(const struct footprint *reads,
                       const struct expr *subscript) {
  if (reads->access_count != 1)
    return false;
  const struct access *access = &reads->accesses[0];
  return access->index == INDEX_NUMBER ? access->number == subscript
                                       : subscript->kind == EXPR_REF &&
                                             access->var == subscript->ref->var;
}

/* A number in every state, at a place that the process tells. */
static bool find_cell(const struct universe *universe, struct expr *expr,
                      struct test *test) {
  if (expr->kind != EXPR_REF || expr->ref->field)
    return false;
  const struct var *var = expr->ref->var;
  const struct expr *index = expr->ref->index;
  if (var->scope != SCOPE_GLOBAL || var->outside ||
      var->type.kind == TYPE_RECORD || var->type.kind == TYPE_CHAN)
    return false;
  footprint_add_expr(universe, &test->reads, expr, MOMENT_LATER);
  test->var = var;
  if (index && index->kind == EXPR_CONST)
    test->element = (uint32_t)index->value;
  else if (index && !is_told_by(&test->reads, index))
    return false;
  else if (index)
    test->at = test->reads.accesses[0];
  return true;
}

/* Reads an expression as a comparison of a cell with a constant. */
static bool find_comparison(const struct universe *universe, struct expr *expr,
                            struct test *test) {
  test->relation = EXPR_NE;
  test->constant = 0;
  if (expr->kind == EXPR_NOT) {
    test->relation = EXPR_EQ;
    expr = expr->a;
  } else if (expr->kind >= EXPR_LT && expr->kind <= EXPR_NE) {
    const bool backwards = expr->a->kind == EXPR_CONST;
    const struct expr *constant = backwards ? expr->a : expr->b;
    if (constant->kind != EXPR_CONST)
      return false;
    test->relation = backwards ? turned(expr->kind) : expr->kind;
    test->constant = constant->value;
    expr = backwards ? expr->b : expr->a;
  }
  return find_cell(universe, expr, test);
}

static bool is_same_test(const struct test *a, const struct test *b) {
  return a->kind == b->kind && a->var == b->var && a->element == b->element &&
         a->relation == b->relation && a->constant == b->constant &&
         a->at.index == b->at.index && a->at.var == b->at.var &&
         a->at.number == b->at.number && a->at.first == b->at.first &&
         a->at.when == b->at.when;
}

/* Could a statement that writes its variable make it true? */
static bool can_satisfy(const struct test *test, const struct action *action) {
  if (action->kind != ACTION_ASSIGN || action->value->kind != EXPR_CONST)
    return true;
  const int64_t value = action->value->value;
  return !range_inside((struct range){value, value},
                       range_of_variable(test->var)) ||
         test_is_true(test, action->value->value);
}

static void add_makers(struct elements *elements, const struct test *test,
                       uint64_t *const *makers) {
  const size_t known = (size_t)map_get(&elements->written, test->var);
  if (known == 0)
    return;
  const struct writers *writers = &elements->writers.items[known - 1];
  for (size_t i = 0; i < writers->items.count; i++) {
    const struct writer *writer = &writers->items.items[i];
    if (can_satisfy(test, writer->action))
      add_bit(makers[writer->proctype], writer->element);
  }
  elements->tries += writers->items.count;
}

/* Who starts a process does what it does; a channel is not told from others. */
static void find_makers(struct elements *elements, struct test *test) {
  const struct model *model = elements->facts->universe.model;
  uint64_t **makers =
      ARENA_ARRAY(elements->arena, uint64_t *, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct cast_facts *of = &elements->of[i];
    makers[i] = ARENA_ARRAY(elements->arena, uint64_t, of->words);
    for (uint32_t e = 0; e < of->count; e++)
      if (of->elements[e].starts || test->kind == TEST_FILL)
        add_bit(makers[i], e);
    elements->tries += of->count;
  }
  if (test->kind == TEST_VALUE)
    add_makers(elements, test, makers);
  test->makers = (const uint64_t **)makers;
}

/* NO_TEST: it is left out. */
static uint32_t number_of_test(struct elements *elements, struct test *test) {
  for (size_t i = 0; i < elements->tests.count; i++)
    if (is_same_test(&elements->tests.items[i], test))
      return (uint32_t)i;
  if (elements->tests.count == MOST_TESTS || elements->tries > MOST_TRIES)
    return NO_TEST;
  find_makers(elements, test);
  vec_push(&elements->tests, *test);
  return (uint32_t)elements->tests.count - 1;
}

/* ---- guards ---- */

typedef VEC(uint32_t) numbers;

static void add_test(struct elements *elements, struct test *test,
                     numbers *found) {
  const uint32_t number = number_of_test(elements, test);
  if (number != NO_TEST)
    vec_push(found, number);
}

/* Adds the tests of a condition; false when what comes after it may not be
 * looked at.
 */
static bool add_tests(struct elements *elements, struct expr *condition,
                      numbers *found) {
  if (condition->kind == EXPR_AND)
    return add_tests(elements, condition->a, found) &&
           add_tests(elements, condition->b, found);
  struct test test = {.kind = TEST_VALUE};
  if (find_comparison(&elements->facts->universe, condition, &test))
    add_test(elements, &test, found);
  return !range_can_fail(condition, true);
}

/* Does what an access leads to stay the same? */
static bool is_lasting(const struct universe *universe,
                       const struct access *access) {
  return access->index == INDEX_NONE || access->index == INDEX_NUMBER ||
         !map_get(&universe->changing, access->var);
}

static void find_query(void *context, struct expr *expr) {
  bool *found = context;
  *found |= expr->kind > EXPR_COND && expr->kind != EXPR_PID;
}

/* Adds the test that a send or a receive on a channel with room is. */
static void add_fill_test(struct elements *elements,
                          const struct proctype *proctype,
                          const struct action *action, numbers *found) {
  const struct universe *universe = &elements->facts->universe;
  const unsigned bad =
      action->kind == ACTION_SEND ? CHANNEL_FULL : CHANNEL_EMPTY;
  struct test test = {.kind = TEST_FILL};
  struct action bare = *action; /* without what the message reads */
  struct footprint now = {0};
  uint32_t candidates = 0;
  bool asks = action->random;
  expr_walk(action->channel, find_query, &asks);
  if (asks || facts_takes_partner(elements->facts, proctype, action))
    return;
  bare.arg_count = bare.pattern_count = 0;
  footprint_add_action(universe, &now, proctype, &bare, MOMENT_NOW);
  for (uint32_t i = 0; i < now.access_count; i++) {
    if (now.accesses[i].when != bad)
      continue;
    test.at = now.accesses[i];
    candidates++;
  }
  if (candidates != 1 || !is_lasting(universe, &test.at))
    return;
  struct access *read = ARENA_NEW(elements->arena, struct access);
  *read = test.at;
  read->when = 0;
  test.reads = (struct footprint){.accesses = read, .access_count = 1};
  add_test(elements, &test, found);
}

static bool add_guard(struct elements *elements,
                      const struct proctype *proctype,
                      const struct action *action, struct guard *guard) {
  numbers found = {0};
  if (action->kind == ACTION_TEST)
    (void)add_tests(elements, action->value, &found);
  else if (action->kind == ACTION_SEND || action->kind == ACTION_RECEIVE)
    add_fill_test(elements, proctype, action, &found);
  uint32_t *tests = ARENA_ARRAY(elements->arena, uint32_t, found.count + 1);
  for (size_t i = 0; i < found.count; i++)
    tests[i] = found.items[i];
  *guard = (struct guard){tests, (uint32_t)found.count};
  vec_free(&found);
  return guard->count > 0;
}

static uint32_t count_beginnings(const struct proctype *proctype,
                                 const struct action *action) {
  return action->kind == ACTION_D_STEP
             ? proctype->locations[action->enter].transition_count
             : 1;
}

/* A d_step begins inside. */
static bool add_guards(struct elements *elements,
                       const struct proctype *proctype,
                       const struct action *action, struct guard *guards,
                       uint32_t *count) {
  if (action->kind != ACTION_D_STEP)
    return add_guard(elements, proctype, action, &guards[(*count)++]);
  const struct location *entry = &proctype->locations[action->enter];
  for (uint32_t t = 0; t < entry->transition_count; t++)
    if (!add_guard(elements, proctype, entry->transitions[t].action,
                   &guards[(*count)++]))
      return false;
  return true;
}

static void find_guards(struct elements *elements,
                        const struct proctype *proctype, uint32_t number) {
  const struct cast_facts *of = &elements->of[proctype->index];
  struct element *element = &of->elements[number];
  const struct location *at = &proctype->locations[element->location];
  const struct part part = part_of(proctype, of, number);
  uint32_t count = 0;
  for (uint32_t t = part.first; t < part.first + part.count; t++)
    count += count_beginnings(proctype, at->transitions[t].action);
  struct guard *guards = ARENA_ARRAY(elements->arena, struct guard, count + 1);
  count = 0;
  for (uint32_t t = part.first; t < part.first + part.count; t++)
    if (!add_guards(elements, proctype, at->transitions[t].action, guards,
                    &count))
      return;
  element->guards = guards;
  element->guard_count = count;
}

/* ---- what elements do, and wait for ---- */

struct doing {
  const struct facts *facts;
  struct element *element;
};

static void find_run(void *context, struct expr *expr) {
  bool *found = context;
  *found |= expr->kind == EXPR_RUN;
}

static void add_deeds(void *context, const struct transition *transition) {
  const struct doing *self = context;
  facts_add_started(self->facts, transition->action, &self->element->does);
  action_walk(transition->action, find_run, &self->element->starts);
}

static void keep_reads(struct footprint *footprint) {
  uint32_t kept = 0;
  footprint->writes = (struct objects){{0}};
  for (uint32_t i = 0; i < footprint->access_count; i++)
    if (!footprint->accesses[i].writes)
      footprint->accesses[kept++] = footprint->accesses[i];
  footprint->access_count = kept;
}

/* A send waits for what it reads; a receive, for other receives too: the first
 * message may not be for it.
 */
static void add_awaited(const struct universe *universe,
                        const struct proctype *proctype,
                        const struct action *action, struct footprint *awaits) {
  struct footprint added = {0};
  if (action->kind == ACTION_D_STEP) {
    const struct location *entry = &proctype->locations[action->enter];
    for (uint32_t t = 0; t < entry->transition_count; t++)
      add_awaited(universe, proctype, entry->transitions[t].action, awaits);
    return;
  }
  footprint_add_action(universe, &added, proctype, action, MOMENT_NOW);
  if (action->kind != ACTION_RECEIVE)
    keep_reads(&added);
  footprint_join(universe, awaits, &added);
}

static void find_doings(struct elements *elements,
                        const struct proctype *proctype, uint32_t number) {
  const struct facts *facts = elements->facts;
  const struct universe *universe = &facts->universe;
  const struct cast_facts *of = &elements->of[proctype->index];
  struct element *element = &of->elements[number];
  const struct location *at = &proctype->locations[element->location];
  const struct part part = part_of(proctype, of, number);
  struct doing doing = {facts, element};
  struct footprint later =
      facts_later_of_statement(facts, proctype, element->location, part.first);
  footprint_join(universe, &element->does, &later);
  walk_element(proctype, of, number, add_deeds, &doing);
  element->binds =
      element->starts || facts_is_exclusive(proctype, element->location);
  for (uint32_t t = part.first; t < part.first + part.count; t++) {
    const struct action *action = at->transitions[t].action;
    add_awaited(universe, proctype, action, &element->awaits);
    element->ends |= action->kind == ACTION_END;
    element->binds |= facts_takes_partner(facts, proctype, action) ||
                      at->transitions[t].atomic;
  }
  struct place_facts now = facts->places[proctype->index][element->location];
  if (at->transition_count > 1)
    facts_of_statement(facts, proctype, element->location, part.first, &now);
  element->now = now.now;
}

/* ---- from where to where ---- */

struct leading {
  const struct cast_facts *of;
  uint32_t element;
};

static void add_target(void *context, const struct transition *transition) {
  const struct leading *self = context;
  const struct cast_facts *of = self->of;
  add_bit(of->before + (size_t)transition->target * of->words, self->element);
}

/* Joins what can be reached through an element to what can be reached from its
 * location; true when that was more.
 */
static bool extend_reach(const struct cast_facts *of, uint32_t element,
                         uint32_t target) {
  const uint64_t *further = cast_reach(of, target);
  uint64_t *own =
      of->reach + (size_t)of->elements[element].location * of->words;
  uint64_t added = 0;
  for (uint32_t w = 0; w < of->words; w++) {
    added |= further[w] & ~own[w];
    own[w] |= further[w];
  }
  return added != 0;
}

static bool extend_all(const struct cast_facts *of, uint32_t locations) {
  bool changed = false;
  for (uint32_t l = locations; l-- > 1;)
    for (uint32_t e = 0; e < of->count; e++)
      if (has_bit(cast_before(of, l), e))
        changed |= extend_reach(of, e, l);
  return changed;
}

static void find_ways(struct elements *elements,
                      const struct proctype *proctype) {
  struct cast_facts *of = &elements->of[proctype->index];
  const size_t words = (size_t)proctype->location_count * of->words;
  of->reach = ARENA_ARRAY(elements->arena, uint64_t, words);
  of->before = ARENA_ARRAY(elements->arena, uint64_t, words);
  for (uint32_t e = 0; e < of->count; e++) {
    struct leading leading = {of, e};
    walk_element(proctype, of, e, add_target, &leading);
    add_bit(of->reach + (size_t)of->elements[e].location * of->words, e);
  }
  while (extend_all(of, proctype->location_count)) {
  }
}

/* ---- all ---- */

static bool is_fixed_key(const struct cast_facts *of, const struct var *var) {
  for (uint32_t i = 0; i < of->fixed_count; i++)
    if (of->fixed[i] == var)
      return true;
  return false;
}

/* The variables that select what the locations of a proctype do. */
static void find_fixed(struct elements *elements,
                       const struct proctype *proctype) {
  struct cast_facts *of = &elements->of[proctype->index];
  of->fixed = ARENA_ARRAY(elements->arena, const struct var *,
                          proctype->variable_count + 1);
  for (uint32_t e = 0; e < of->count; e++) {
    const struct footprint *does = &of->elements[e].does;
    for (uint32_t i = 0; i < does->access_count; i++) {
      const struct access *access = &does->accesses[i];
      if ((access->index == INDEX_VARIABLE || access->index == INDEX_CHANNEL) &&
          !is_fixed_key(of, access->var))
        of->fixed[of->fixed_count++] = access->var;
    }
  }
}

static uint32_t elements_at(const struct proctype *proctype,
                            uint32_t location) {
  const struct location *at = &proctype->locations[location];
  if (at->in_d_step)
    return 0;
  return facts_is_exclusive(proctype, location) ? 1 : at->transition_count;
}

/* Numbers the elements of a proctype. */
static void find_cast(struct elements *elements,
                      const struct proctype *proctype) {
  struct cast_facts *of = &elements->of[proctype->index];
  const uint32_t locations = proctype->location_count;
  of->first = ARENA_ARRAY(elements->arena, uint32_t, locations + 1);
  for (uint32_t l = 1; l < locations; l++) {
    of->first[l] = of->count;
    of->count += elements_at(proctype, l);
  }
  of->first[locations] = of->count;
  of->words = (of->count + 63) / 64;
  of->elements = ARENA_ARRAY(elements->arena, struct element, of->count + 1);
  for (uint32_t l = 1; l < locations; l++)
    for (uint32_t e = of->first[l]; e < of->first[l + 1]; e++)
      of->elements[e].location = l;
}

static bool is_small(struct elements *elements) {
  const struct model *model = elements->facts->universe.model;
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (elements->of[i].count > MOST_ELEMENTS)
      return false;
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (!find_writers(elements, model->proctypes[i]))
      return false;
  return true;
}

static void find_elements(struct elements *elements,
                          const struct proctype *proctype) {
  for (uint32_t e = 0; e < elements->of[proctype->index].count; e++)
    find_doings(elements, proctype, e);
  find_ways(elements, proctype);
  find_fixed(elements, proctype);
}

void elements_clear(struct elements *elements) {
  for (size_t i = 0; i < elements->writers.count; i++)
    vec_free(&elements->writers.items[i].items);
  vec_free(&elements->writers);
  map_free(&elements->written);
  vec_free(&elements->tests);
  arena_close(elements->arena);
}

bool elements_init(struct elements *elements, const struct facts *facts) {
  const struct model *model = facts->universe.model;
  *elements = (struct elements){.facts = facts, .arena = arena_open()};
  elements->of =
      ARENA_ARRAY(elements->arena, struct cast_facts, model->proctype_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_cast(elements, model->proctypes[i]);
  if (!is_small(elements)) {
    elements_clear(elements);
    return false;
  }
  for (uint32_t i = 0; i < model->proctype_count; i++)
    find_elements(elements, model->proctypes[i]);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    for (uint32_t e = 0; e < elements->of[i].count; e++)
      find_guards(elements, model->proctypes[i], e);
  return true;
}
