/* Each step of the walk expands one state, up to the successor wanted. */
#include "search/path.h"

#include <string.h>

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

void path_init(struct path *path, struct engine *engine, unsigned options) {
  *path = (struct path){.engine = engine, .options = options};
  const uint8_t *state;
  size_t length;
  struct violation violation;
  if (engine_initial(engine, &state, &length, &violation))
    set_state(&path->states[path->here], state, length);
}

void path_clear(struct path *path) {
  buffer_free(&path->states[0]);
  buffer_free(&path->states[1]);
  vec_free(&path->moves);
}

void path_add_move(struct path *path, struct move move) {
  vec_push(&path->moves, move);
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
  const unsigned options =
      path->options | more_options | (choice->state ? ENGINE_UNJOINED : 0);
  (void)engine_expand(path->engine, (const uint8_t *)from->text, from->length,
                      NO_PROCESS, options, &visitor);
}

/* Among all there are. */
static void look_for(struct choice *choice) {
  look(choice, 0, NULL);
  if (!choice->found && engine_left_out(choice->path->engine))
    look(choice, ENGINE_REST, NULL);
}

static bool go(struct choice *choice) {
  if (choice->found)
    choice->path->here = !choice->path->here;
  return choice->found;
}

bool path_go_to(struct path *path, const uint8_t *state, size_t length) {
  struct choice choice = {.path = path, .state = state, .length = length};
  look_for(&choice);
  return go(&choice);
}

bool path_go_to_by(struct path *path, uint32_t pid, const uint8_t *state,
                   size_t length) {
  struct choice choice = {.path = path, .state = state, .length = length};
  uint64_t only[ENGINE_ONLY_WORDS] = {0};
  engine_let_move(only, pid);
  look(&choice, 0, only);
  if (!choice.found)
    look_for(&choice);
  return go(&choice);
}

bool path_go_to_nth(struct path *path, uint64_t number) {
  struct choice choice = {.path = path, .to_skip = number};
  look_for(&choice);
  return go(&choice);
}
