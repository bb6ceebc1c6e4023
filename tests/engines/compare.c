/* Compares the native engine with the interpreter, state by state.
 *
 *   compare-engines [--states N] [--time] [--quick|--thorough|--memo]
 *                   [--merge] [-DNAME=VALUE]... MODEL...
 *
 * From the initial state of each model up to N states are expanded by both, in
 * every way a search may ask for.  Both must give the same successors in the
 * same order by the same steps, and tell of the same violations in between;
 * what a successor says about the words that changed must be true; propositions
 * must have the same values, and the same statements must have been executed.
 * With --time the states are expanded once more, to say what a transition
 * costs.  Code is compiled quickly for some models and thoroughly for others,
 * as an option before them says; quickly, to begin with.  With --memo there is
 * none, but an interpreter that remembers what processes could do, which is
 * compared also along paths that go down and back as a search does.
 *
 * One line for each model; status 1 when a model differs, 77 when there is no
 * native code to compare.
 */
#include "base/vec.h"
#include "base/word.h"
#include "engine/bytecode/bytecode.h"
#include "engine/memo/memo.h"
#include "engine/walk.h"
#include "promela/promela.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEFAULT_STATES = 5000, ROUNDS = 5 };

/* What an engine tells of one expansion, in order. */
struct event {
  bool is_violation;
  size_t offset, length; /* of the state or the message, in `bytes` */
  size_t first_step, step_count;
  uint64_t changed;
  enum violation_kind kind;
  struct span where;
  int32_t pid;
  uint64_t name; /* of a known step */
};

struct recording {
  const uint8_t *source; /* the state that is expanded */
  size_t source_length;
  bool has_wrong_note; /* a known step */
  VEC(struct event) events;
  VEC(uint8_t) bytes;
  VEC(struct step) steps;
};

struct state {
  size_t offset, length;
};

struct comparison {
  struct model *model;
  struct engine *interpreter, *native;
  struct recording records[2];
  VEC(struct state) states;
  VEC(uint8_t) bytes;
  VEC(size_t) table; /* of states, number + 1; open addressing */
  uint64_t transitions;
  const char *difference; /* or NULL */
};

/* ---- recording ---- */

static size_t add_bytes(struct recording *record, const void *bytes,
                        size_t length) {
  const size_t offset = record->bytes.count;
  vec_reserve(&record->bytes, offset + length + 1);
  memcpy(record->bytes.items + offset, bytes, length);
  record->bytes.count += length;
  return offset;
}

static void add_steps(struct recording *record, struct event *event,
                      const struct step *steps, size_t count) {
  event->first_step = record->steps.count;
  event->step_count = count;
  for (size_t i = 0; i < count; i++)
    vec_push(&record->steps, steps[i]);
}

static bool on_successor(void *context, const struct successor *successor) {
  struct recording *record = context;
  struct event event = {
      .offset = add_bytes(record, successor->state, successor->length),
      .length = successor->length,
      .changed = successor->changed,
      .pid = successor->owner};
  add_steps(record, &event, successor->steps, successor->step_count);
  vec_push(&record->events, event);
  return true;
}

/* The bytes of a successor that comes as words. */
static size_t add_changed(struct recording *record, const uint64_t *step) {
  const size_t offset =
      add_bytes(record, record->source, record->source_length);
  (void)words_change(record->bytes.items + offset, known_step_changed(step),
                     step + KNOWN_WORDS);
  return offset;
}

/* A note that was not written for these words? */
static bool has_wrong_note(uint64_t *step) {
  uint64_t sum = step[KNOWN_HEAD] | 1;
  for (size_t i = 0; i < known_step_words(step); i++)
    sum = sum * 31 + (step[KNOWN_WORDS + i] | 1);
  sum |= 1;
  if (step[KNOWN_NOTE] == 0)
    step[KNOWN_NOTE] = sum;
  return step[KNOWN_NOTE] != sum;
}

static bool on_known(void *context, const struct known_steps *steps) {
  struct recording *record = context;
  for (uint32_t i = 0; i < steps->count; i++) {
    uint64_t *step = steps->base + steps->places[i].offset;
    const struct event event = {.offset = add_changed(record, step),
                                .length = record->source_length,
                                .changed = known_step_changed(step),
                                .pid = NO_PROCESS,
                                .name = known_step_name(steps, step)};
    record->has_wrong_note |= has_wrong_note(step);
    vec_push(&record->events, event);
  }
  return true;
}

static bool on_violation(void *context, const struct violation *violation,
                         const struct step *steps, size_t step_count) {
  struct recording *record = context;
  const size_t length = strlen(violation->message);
  struct event event = {.is_violation = true,
                        .offset = add_bytes(record, violation->message, length),
                        .length = length,
                        .kind = violation->kind,
                        .where = violation->where,
                        .pid = violation->pid};
  add_steps(record, &event, steps, step_count);
  vec_push(&record->events, event);
  return true;
}

static void begin_record(struct recording *record, const uint8_t *state,
                         size_t length) {
  record->source = state;
  record->source_length = length;
  record->events.count = record->bytes.count = record->steps.count = 0;
}

static void expand(struct engine *engine, const uint8_t *state, size_t length,
                   unsigned options, const uint64_t *only,
                   struct recording *record) {
  const struct engine_visitor visitor = {.context = record,
                                         .successor = on_successor,
                                         .violation = on_violation,
                                         .only = only};
  begin_record(record, state, length);
  (void)engine_expand(engine, state, length, NO_PROCESS, options, &visitor);
}

static void recording_free(struct recording *record) {
  vec_free(&record->events);
  vec_free(&record->bytes);
  vec_free(&record->steps);
}

/* ---- comparing ---- */

static bool same_step(const struct step *a, const struct step *b) {
  return a->pid == b->pid && a->from == b->from &&
         a->transition == b->transition && a->action == b->action &&
         a->partner == b->partner && a->partner_from == b->partner_from &&
         a->partner_transition == b->partner_transition &&
         a->partner_action == b->partner_action;
}

static bool same_steps(const struct comparison *c, const struct event *a,
                       const struct event *b) {
  if (a->step_count != b->step_count)
    return false;
  for (size_t i = 0; i < a->step_count; i++)
    if (!same_step(&c->records[0].steps.items[a->first_step + i],
                   &c->records[1].steps.items[b->first_step + i]))
      return false;
  return true;
}

static bool same_event(const struct comparison *c, const struct event *a,
                       const struct event *b) {
  return a->is_violation == b->is_violation && a->length == b->length &&
         a->kind == b->kind && a->pid == b->pid &&
         memcmp(&a->where, &b->where, sizeof a->where) == 0 &&
         memcmp(c->records[0].bytes.items + a->offset,
                c->records[1].bytes.items + b->offset, a->length) == 0;
}

/* Are the words that are said to be the same the same? */
static bool tells_truth(const struct recording *record,
                        const struct event *event, const uint8_t *state,
                        size_t length) {
  if (event->is_violation || event->changed == UINT64_MAX)
    return true;
  if (event->length != length)
    return false;
  for (size_t at = 0; at < length; at += 8) {
    const size_t count = length - at < 8 ? length - at : 8;
    if ((at / 8 >= 64 || !(event->changed >> (at / 8) & 1)) &&
        memcmp(state + at, record->bytes.items + event->offset + at, count) !=
            0)
      return false;
  }
  return true;
}

static const char *compare_records(const struct comparison *c,
                                   const uint8_t *state, size_t length,
                                   unsigned options) {
  const struct recording *a = &c->records[0], *b = &c->records[1];
  for (size_t i = 0; i < a->events.count && i < b->events.count; i++) {
    const struct event *x = &a->events.items[i], *y = &b->events.items[i];
    if (!same_event(c, x, y))
      return "a successor or a violation";
    if ((x->is_violation || !(options & ENGINE_NO_STEPS)) &&
        !same_steps(c, x, y))
      return "steps";
    if (!tells_truth(b, y, state, length))
      return "changed words";
  }
  return a->events.count == b->events.count ? NULL : "the number of successors";
}

static const char *compare_atoms(const struct comparison *c,
                                 const uint8_t *state, size_t length) {
  for (uint32_t i = 0; i < c->model->atom_count; i++)
    if (engine_holds(c->interpreter, state, length, i) !=
        engine_holds(c->native, state, length, i))
      return "a proposition";
  return NULL;
}

static const char *compare_coverage(const struct comparison *c) {
  return memcmp(engine_coverage(c->interpreter), engine_coverage(c->native),
                c->model->action_count) == 0
             ? NULL
             : "the statements executed";
}

/* ---- states ---- */

static uint64_t hash_bytes(const uint8_t *bytes, size_t length) {
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash ^ hash >> 29;
}

static struct state keep_state(struct comparison *c, const uint8_t *bytes,
                               size_t length) {
  const struct state state = {c->bytes.count, length};
  vec_reserve(&c->bytes, state.offset + length);
  memcpy(c->bytes.items + state.offset, bytes, length);
  c->bytes.count += length;
  return state;
}

static void add_state(struct comparison *c, const uint8_t *bytes,
                      size_t length) {
  const size_t mask = c->table.count - 1;
  size_t slot = hash_bytes(bytes, length) & mask;
  for (; c->table.items[slot] > 0; slot = (slot + 1) & mask) {
    const struct state *other = &c->states.items[c->table.items[slot] - 1];
    if (other->length == length &&
        memcmp(c->bytes.items + other->offset, bytes, length) == 0)
      return;
  }
  vec_push(&c->states, keep_state(c, bytes, length));
  c->table.items[slot] = c->states.count;
}

static void make_table(struct comparison *c, size_t limit) {
  size_t size = 64;
  while (size < 2 * limit)
    size *= 2;
  vec_reserve(&c->table, size);
  memset(c->table.items, 0, size * sizeof *c->table.items);
  c->table.count = size;
}

/* Expands a state in every way; its successors join the others. */
static void compare_state(struct comparison *c, size_t number, size_t limit) {
  static const unsigned ways[] = {ENGINE_NO_STEPS,
                                  ENGINE_NO_MESSAGES,
                                  ENGINE_NO_STEPS | ENGINE_ALL_PATHS,
                                  ENGINE_NO_STEPS | ENGINE_TIDY,
                                  ENGINE_NO_MESSAGES | ENGINE_TIDY,
                                  0};
  static const uint64_t some[] = {5, 0, 0, 0};
  const struct state state = c->states.items[number];
  const uint8_t *bytes = c->bytes.items + state.offset;
  const size_t way_count = sizeof ways / sizeof ways[0];
  c->difference = compare_atoms(c, bytes, state.length);
  for (size_t i = 0; i <= way_count && !c->difference; i++) {
    const unsigned options = i < way_count ? ways[i] : ENGINE_NO_STEPS;
    const uint64_t *only = i < way_count ? NULL : some;
    expand(c->interpreter, bytes, state.length, options, only, &c->records[0]);
    expand(c->native, bytes, state.length, options, only, &c->records[1]);
    c->difference = compare_records(c, bytes, state.length, options);
    if (i == 0) /* `only` leaves some out: the last is not the whole */
      for (size_t e = 0; e < c->records[0].events.count; e++) {
        const struct event *event = &c->records[0].events.items[e];
        c->transitions += !event->is_violation;
        if (!event->is_violation && c->states.count < limit)
          add_state(c, c->records[0].bytes.items + event->offset,
                    event->length);
        bytes = c->bytes.items + state.offset;
      }
  }
}

static size_t compare_all(struct comparison *c, size_t limit) {
  const uint8_t *state;
  size_t length, number = 0;
  struct violation violation;
  make_table(c, limit);
  if (!engine_initial(c->interpreter, &state, &length, &violation))
    return 0;
  add_state(c, state, length);
  for (; number < c->states.count && !c->difference; number++)
    compare_state(c, number, limit);
  if (!c->difference)
    c->difference = compare_coverage(c);
  return number;
}

/* ---- paths ---- */

enum { NOTES = 7, PATHS = 4 };

/* A state that waits to be expanded, below the one that led there. */
struct waiting {
  struct state state;
  uint64_t level, step;
};

typedef VEC(struct waiting) waiting_states;

/* Takes what is known of a state, if that is all there is. */
static bool walk_along(const struct comparison *c, struct recording *record,
                       const struct waiting *here, const uint8_t *state) {
  struct walk *walk = engine_walk(c->native);
  struct known_place places[WALK_ROOM];
  struct known_steps known = {.places = places};
  if (!walk || walk->left == 0 ||
      !walk_steps(walk, state, here->level, here->step, places, &known.count))
    return false;
  walk->used++;
  known.base = walk->steps;
  known.base_name = walk->steps_name;
  (void)on_known(record, &known);
  return true;
}

/* Expands a state, or, if that will do, asks what is known of it. */
static void expand_along(const struct comparison *c, struct recording *record,
                         const struct waiting *here, bool asks) {
  const uint8_t *state = c->bytes.items + here->state.offset;
  const struct engine_visitor visitor = {.context = record,
                                         .successor = on_successor,
                                         .known = on_known,
                                         .violation = on_violation,
                                         .level = here->level,
                                         .step = here->step,
                                         .notes = NOTES};
  begin_record(record, state, here->state.length);
  if (!asks || !walk_along(c, record, here, state))
    (void)engine_expand(c->native, state, here->state.length, NO_PROCESS,
                        ENGINE_NO_STEPS, &visitor);
}

/* Is a successor to wait?  As in a search, if it is new; or else at random. */
static bool is_wanted(struct comparison *c, const struct event *event,
                      uint64_t *random) {
  const size_t before = c->states.count;
  if (*random == 0) {
    add_state(c, c->records[1].bytes.items + event->offset, event->length);
    return c->states.count > before;
  }
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return *random >> 62 > 0;
}

static void push_some(struct comparison *c, waiting_states *waiting,
                      uint64_t level, uint64_t *random) {
  const struct recording *record = &c->records[1];
  for (size_t i = 0; i < record->events.count; i++) {
    const struct event *event = &record->events.items[i];
    if (event->is_violation || !is_wanted(c, event, random))
      continue;
    const struct state state =
        keep_state(c, record->bytes.items + event->offset, event->length);
    vec_push(waiting, ((struct waiting){state, level, event->name}));
  }
}

/* Goes down and back as a search does; so many states are expanded at most. */
static void compare_path(struct comparison *c, size_t limit, uint64_t path) {
  uint64_t random = path / 2;
  waiting_states waiting = {0};
  const struct state first = c->states.items[0];
  c->states.count = 1;
  make_table(c, 4 * limit);
  vec_push(&waiting, ((struct waiting){first, 1, 0}));
  for (size_t i = 0; i < limit && waiting.count > 0 && !c->difference; i++) {
    const struct waiting here = vec_pop(&waiting);
    const uint8_t *state = c->bytes.items + here.state.offset;
    expand(c->interpreter, state, here.state.length, ENGINE_NO_STEPS, NULL,
           &c->records[0]);
    expand_along(c, &c->records[1], &here, path % 2 == 0);
    c->difference =
        compare_records(c, state, here.state.length, ENGINE_NO_STEPS);
    if (c->records[1].has_wrong_note)
      c->difference = "a note";
    if (c->states.count < 2 * limit)
      push_some(c, &waiting, here.level + 1, &random);
  }
  vec_free(&waiting);
}

static void compare_paths(struct comparison *c, size_t limit) {
  for (uint64_t path = 0; path < PATHS && c->states.count > 0; path++)
    compare_path(c, limit, path);
}

/* ---- time ---- */

static bool ignore_successor(void *context, const struct successor *successor) {
  ++*(uint64_t *)context;
  (void)successor;
  return true;
}

static bool ignore_violation(void *context, const struct violation *violation,
                             const struct step *steps, size_t step_count) {
  (void)context, (void)violation, (void)steps, (void)step_count;
  return true;
}

static double time_engine(const struct comparison *c, struct engine *engine) {
  uint64_t transitions = 0;
  const struct engine_visitor visitor = {.context = &transitions,
                                         .successor = ignore_successor,
                                         .violation = ignore_violation};
  struct timespec start, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < c->states.count; i++)
      (void)engine_expand(engine, c->bytes.items + c->states.items[i].offset,
                          c->states.items[i].length, NO_PROCESS,
                          ENGINE_NO_STEPS, &visitor);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  const double seconds = (double)(end.tv_sec - start.tv_sec) +
                         1e-9 * (double)(end.tv_nsec - start.tv_nsec);
  return transitions > 0 ? 1e9 * seconds / (double)transitions : 0;
}

static void print_time(const struct comparison *c) {
  printf("; %.1f ns a transition interpreted, %.1f native",
         time_engine(c, c->interpreter), time_engine(c, c->native));
}

/* ---- models ---- */

struct task {
  size_t states;
  bool times, overflow, merges, remembers;
  enum engine_wait wait;
  struct preprocess_config preprocess;
  bool differs, compiled;
};

static enum memo_speed is_slow(struct engine *engine) {
  (void)engine;
  return MEMO_SLOW;
}

/* The engine that is compared with the interpreter. */
static struct engine *open_other(const struct task *task,
                                 const struct model *model,
                                 const struct engine_config *config) {
  struct engine *engine;
  const enum status status =
      task->remembers ? engine_open_bytecode(model, config, &engine)
                      : engine_open_native(model, config, task->wait, &engine);
  if (status != STATUS_OK)
    abort();
  return task->remembers
             ? engine_open_memo(engine, ((struct bytecode *)engine)->program, 0,
                                is_slow)
             : engine;
}

static void compare_model(struct task *task, struct model *model,
                          const char *path) {
  struct comparison c = {.model = model};
  const struct engine_config config = {.check_overflow = task->overflow,
                                       .merge = task->merges};
  if (engine_open_bytecode(model, &config, &c.interpreter) != STATUS_OK)
    abort();
  c.native = open_other(task, model, &config);
  const size_t states = compare_all(&c, task->states);
  if (task->remembers && !c.difference)
    compare_paths(&c, task->states);
  const char *problem = engine_problem(c.native);
  printf("%s: %zu states, %llu transitions, %s", path, states,
         (unsigned long long)c.transitions,
         problem ? problem : engine_name(c.native));
  if (c.difference)
    printf("; they differ in %s of state %zu", c.difference, states - 1);
  if (task->times && !c.difference)
    print_time(&c);
  putchar('\n');
  task->differs |= c.difference != NULL;
  task->compiled |=
      task->remembers || strcmp(engine_name(c.native), "native") == 0;
  engine_close(c.interpreter);
  engine_close(c.native);
  recording_free(&c.records[0]);
  recording_free(&c.records[1]);
  vec_free(&c.states);
  vec_free(&c.bytes);
  vec_free(&c.table);
}

static void compare_file(struct task *task, const char *path) {
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct model *model = NULL;
  if (promela_load(path, &task->preprocess, diag, &model) == STATUS_OK &&
      diag_errors(diag) == 0)
    compare_model(task, model, path);
  model_close(model);
  diag_close(diag);
  sources_close(sources);
}

int main(int count, char **arguments) {
  struct task task = {.states = DEFAULT_STATES, .wait = ENGINE_WAIT_QUICK};
  VEC(const char *) defines = {0};
  for (int i = 1; i < count; i++) {
    const char *argument = arguments[i];
    if (strcmp(argument, "--states") == 0 && i + 1 < count) {
      task.states = strtoul(arguments[++i], NULL, 10);
    } else if (strcmp(argument, "--time") == 0) {
      task.times = true;
    } else if (strcmp(argument, "--quick") == 0) {
      task.wait = ENGINE_WAIT_QUICK;
      task.remembers = false;
    } else if (strcmp(argument, "--thorough") == 0) {
      task.wait = ENGINE_WAIT_THOROUGH;
      task.remembers = false;
    } else if (strcmp(argument, "--memo") == 0) {
      task.remembers = true;
    } else if (strcmp(argument, "--merge") == 0) {
      task.merges = true;
    } else if (strcmp(argument, "--check-overflow") == 0) {
      task.overflow = true;
    } else if (strncmp(argument, "-D", 2) == 0) {
      vec_push(&defines, argument + 2);
      task.preprocess.defines = defines.items;
      task.preprocess.define_count = defines.count;
    } else {
      compare_file(&task, argument);
    }
  }
  vec_free(&defines);
  return task.differs ? 1 : task.compiled ? 0 : 77;
}
