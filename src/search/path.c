/* Each step of the walk expands one state, up to the successor wanted.
 *
 * States passed are known again by their hashes.  Where two had the same, the
 * moves would not be repeated (trail.h), and nothing be shown that is wrong.
 */
#include "search/path.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct choice {
  struct path *path;
  const uint8_t *state; /* wanted; NULL: by number */
  size_t length;
  uint64_t to_skip;
  bool found;
};

static void set_state(struct buffer *buffer, const uint8_t *state,
                      size_t length) {
  buffer_clear(buffer);
  buffer_add(buffer, (const char *)state, length);
}

static void go_to_initial(struct path *path) {
  const uint8_t *state;
  size_t length;
  struct violation violation;
  if (engine_initial(path->engine, &state, &length, &violation))
    set_state(&path->states[path->here], state, length);
}

void path_init(struct path *path, struct engine *engine, unsigned options,
               size_t most_bytes) {
  *path = (struct path){.engine = engine,
                        .options = options,
                        .most_passed = most_bytes / sizeof(struct passed)};
  go_to_initial(path);
}

void path_clear(struct path *path) {
  buffer_free(&path->states[0]);
  buffer_free(&path->states[1]);
  move_log_clear(&path->moves);
  vec_free(&path->passed);
}

/* ---- the way before ---- */

/* Moves behind the last state that is kept are none of the way. */
void path_restart(struct path *path) {
  move_log_cut(&path->moves,
               path->passed.count > 0 ? vec_last(&path->passed)->moves : 0);
  path->gone = path->same_moves = 0;
  go_to_initial(path);
}

struct trail path_trail(const struct path *path) {
  return (struct trail){.log = &path->moves,
                        .move_count = path->moves.count,
                        .loop_start = path->moves.count};
}

void path_arrive(struct path *path) {
  if (path->gone == path->passed.count)
    return;
  path->passed.count = path->gone;
  move_log_cut(&path->moves, path->same_moves);
}

static bool is_on_way(const struct path *path, const uint8_t *state,
                      size_t length) {
  return path->gone < path->passed.count &&
         path->passed.items[path->gone].hash == XXH3_64bits(state, length);
}

/* Does the way before lead there, too?  If not, it is left. */
static bool follow(struct path *path, const uint8_t *state, size_t length) {
  if (!is_on_way(path, state, length)) {
    path_arrive(path);
    return false;
  }
  set_state(&path->states[path->here], state, length);
  path->same_moves = path->passed.items[path->gone++].moves;
  return true;
}

/* ---- going on ---- */

void path_add_move(struct path *path, struct move move) {
  move_log_add(&path->moves, move);
}

static bool is_wanted(struct choice *choice,
                      const struct successor *successor) {
  if (choice->state)
    return successor->length == choice->length &&
           memcmp(successor->state, choice->state, choice->length) == 0;
  return choice->to_skip-- == 0;
}

static bool visit_successor(void *context, const struct successor *successor) {
  struct choice *choice = context;
  struct path *path = choice->path;
  if (!is_wanted(choice, successor))
    return true;
  for (size_t i = 0; i < successor->step_count; i++)
    path_add_move(path, move_of_step(&successor->steps[i]));
  set_state(&path->states[!path->here], successor->state, successor->length);
  choice->found = true;
  return false;
}

static bool pass_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  (void)context, (void)violation, (void)steps, (void)step_count;
  return true;
}

static void look(struct choice *choice, unsigned more_options,
                 const uint64_t *only) {
  struct path *path = choice->path;
  const struct engine_visitor visitor = {.context = choice,
                                         .successor = visit_successor,
                                         .violation = pass_violation,
                                         .only = only};
  const struct buffer *from = &path->states[path->here];
  const unsigned options = path->options | more_options | ENGINE_PATIENT |
                           (choice->state ? ENGINE_UNJOINED : 0);
  (void)engine_expand(path->engine, (const uint8_t *)from->text, from->length,
                      NO_PROCESS, options, &visitor);
}

/* Among all there are. */
static void look_for(struct choice *choice) {
  look(choice, 0, NULL);
  if (!choice->found && engine_left_out(choice->path->engine))
    look(choice, ENGINE_REST, NULL);
}

static void keep_passed(struct path *path) {
  const struct buffer *state = &path->states[path->here];
  if (path->gone == path->most_passed)
    return;
  vec_push(&path->passed,
           ((struct passed){XXH3_64bits(state->text, state->length),
                            path->moves.count}));
  path->gone++;
}

static bool go(struct choice *choice) {
  struct path *path = choice->path;
  if (!choice->found)
    return false;
  path->here = !path->here;
  keep_passed(path);
  return true;
}

bool path_go_to(struct path *path, const uint8_t *state, size_t length) {
  struct choice choice = {.path = path, .state = state, .length = length};
  if (follow(path, state, length))
    return true;
  look_for(&choice);
  return go(&choice);
}

bool path_go_to_by(struct path *path, uint32_t pid, const uint8_t *state,
                   size_t length) {
  struct choice choice = {.path = path, .state = state, .length = length};
  uint64_t only[ENGINE_ONLY_WORDS] = {0};
  if (follow(path, state, length))
    return true;
  engine_let_move(only, pid);
  look(&choice, 0, only);
  if (!choice.found)
    look_for(&choice);
  return go(&choice);
}

bool path_go_to_nth(struct path *path, uint64_t number) {
  struct choice choice = {.path = path, .to_skip = number};
  path_arrive(path);
  look_for(&choice);
  return go(&choice);
}
