/* Running a model one step at a time.
 *
 * In each state the engine is asked for all single steps, and they are copied:
 * what it hands out is valid during the visit only.  A step that violates
 * something is met first as a violation and then, if it can go on, as a
 * successor; both are one choice.
 *
 * The states passed are kept whole, so that a step is taken back by expanding
 * the state before it again.
 */
#include "report/simulation.h"
#include "base/vec.h"
#include "search/trail.h"

#include <assert.h>
#include <string.h>

struct choice {
  struct step step;
  const uint8_t *state; /* NULL: there is none after the step */
  size_t length;
  int32_t owner;
  const char *printed;
  bool is_bad;
  struct violation violation;
};

struct place {
  uint8_t *state;
  size_t length;
  int32_t owner;
};

struct simulation {
  struct engine *engine;
  struct step_reader *reader;
  struct arena *arena;   /* of the choices */
  struct buffer printed; /* by the step being visited */
  struct buffer taken;   /* printed by the step taken last */
  VEC(struct choice) choices;
  VEC(struct place) past; /* the last is where the simulation stands */
  size_t steps;
  bool is_cut;   /* the choices are not all there are */
  bool failed;   /* the last step led to no state */
  bool bad_step; /* the last step violates something */
  bool is_bad;   /* it, or the state */
  struct violation violation;
  struct buffer message; /* of the violation */
};

static void blame(struct simulation *simulation,
                  const struct violation *violation) {
  simulation->is_bad = true;
  simulation->violation = *violation;
  buffer_clear(&simulation->message);
  buffer_puts(&simulation->message, violation->message);
  simulation->violation.message = buffer_text(&simulation->message);
}

/* ---- the choices of a state ---- */

static void *copy(struct simulation *simulation, const void *bytes,
                  size_t length) {
  return arena_copy(simulation->arena, bytes, length);
}

static bool continues_last(const struct simulation *simulation,
                           const struct step *step) {
  if (simulation->choices.count == 0)
    return false;
  const struct choice *last = vec_last(&simulation->choices);
  struct move move = move_of_step(step);
  return last->is_bad && !last->state && move_is_step(&move, &last->step);
}

static struct choice *add_choice(struct simulation *simulation,
                                 const struct step *step) {
  if (continues_last(simulation, step))
    return vec_last(&simulation->choices);
  struct choice choice = {.step = *step, .owner = NO_PROCESS};
  if (step->value_count > 0)
    choice.step.values = copy(simulation, step->values,
                              step->value_count * sizeof *step->values);
  choice.printed = copy(simulation, buffer_text(&simulation->printed),
                        simulation->printed.length);
  buffer_clear(&simulation->printed);
  vec_push(&simulation->choices, choice);
  return vec_last(&simulation->choices);
}

static bool on_successor(void *context, const struct successor *successor) {
  struct simulation *simulation = context;
  struct choice *choice = add_choice(simulation, &successor->steps[0]);
  choice->state = copy(simulation, successor->state, successor->length);
  choice->length = successor->length;
  choice->owner = successor->owner;
  return true;
}

static bool on_violation(void *context, const struct violation *violation,
                         const struct step *steps, size_t step_count) {
  struct simulation *simulation = context;
  if (step_count == 0) {
    if (!simulation->is_bad)
      blame(simulation, violation);
    return true;
  }
  struct choice *choice = add_choice(simulation, &steps[0]);
  if (choice->is_bad)
    return true; /* the first explains the others */
  choice->is_bad = true;
  choice->violation = *violation;
  choice->violation.message =
      copy(simulation, violation->message, strlen(violation->message));
  return true;
}

static void expand(struct simulation *simulation) {
  const struct place *here = vec_last(&simulation->past);
  const struct engine_visitor visitor = {.context = simulation,
                                         .successor = on_successor,
                                         .violation = on_violation};
  arena_close(simulation->arena);
  simulation->arena = arena_open();
  simulation->choices.count = 0;
  buffer_clear(&simulation->printed);
  engine_print_to(simulation->engine, &simulation->printed);
  simulation->is_cut =
      !engine_expand(simulation->engine, here->state, here->length, here->owner,
                     ENGINE_SINGLE_STEPS, &visitor);
  engine_print_to(simulation->engine, NULL);
}

/* ---- moving ---- */

static void arrive(struct simulation *simulation, const uint8_t *state,
                   size_t length, int32_t owner) {
  struct place place = {memory_alloc(length), length, owner};
  memcpy(place.state, state, length);
  vec_push(&simulation->past, place);
}

struct simulation *simulation_open(struct engine *engine,
                                   const struct loaded *loaded) {
  struct simulation *simulation = memory_alloc(sizeof *simulation);
  simulation->engine = engine;
  simulation->reader = step_reader_open(engine, loaded);
  simulation->arena = arena_open();
  const uint8_t *state;
  size_t length;
  struct violation violation;
  if (engine_initial(engine, &state, &length, &violation)) {
    arrive(simulation, state, length, NO_PROCESS);
    step_reader_stand(simulation->reader, vec_last(&simulation->past)->state,
                      length);
    expand(simulation);
  } else {
    blame(simulation, &violation);
  }
  return simulation;
}

void simulation_close(struct simulation *simulation) {
  if (!simulation)
    return;
  for (size_t i = 0; i < simulation->past.count; i++)
    memory_free(simulation->past.items[i].state);
  vec_free(&simulation->past);
  vec_free(&simulation->choices);
  buffer_free(&simulation->printed);
  buffer_free(&simulation->taken);
  buffer_free(&simulation->message);
  arena_close(simulation->arena);
  step_reader_close(simulation->reader);
  memory_free(simulation);
}

size_t simulation_choices(const struct simulation *simulation) {
  return simulation->failed ? 0 : simulation->choices.count;
}

bool simulation_is_cut(const struct simulation *simulation) {
  return !simulation->failed && simulation->is_cut;
}

const struct readable_step *simulation_peek(struct simulation *simulation,
                                            size_t choice) {
  assert(choice < simulation_choices(simulation));
  return step_reader_step(simulation->reader,
                          &simulation->choices.items[choice].step, NULL, 0, "");
}

const struct readable_step *simulation_take(struct simulation *simulation,
                                            size_t choice) {
  assert(choice < simulation_choices(simulation));
  struct choice taken = simulation->choices.items[choice];
  buffer_clear(&simulation->taken);
  buffer_puts(&simulation->taken, taken.printed);
  const struct readable_step *step =
      step_reader_step(simulation->reader, &taken.step, taken.state,
                       taken.length, buffer_text(&simulation->taken));
  simulation->steps++;
  simulation->is_bad = false;
  simulation->bad_step = taken.is_bad;
  if (taken.is_bad)
    blame(simulation, &taken.violation);
  simulation->failed = !taken.state;
  if (taken.state) {
    arrive(simulation, taken.state, taken.length, taken.owner);
    expand(simulation);
  }
  return step;
}

bool simulation_back(struct simulation *simulation) {
  if (simulation->steps == 0)
    return false;
  simulation->steps--;
  simulation->is_bad = false;
  if (!simulation->failed)
    memory_free(vec_pop(&simulation->past).state);
  simulation->failed = simulation->bad_step = false;
  const struct place *here = vec_last(&simulation->past);
  step_reader_stand(simulation->reader, here->state, here->length);
  expand(simulation);
  return true;
}

const struct violation *
simulation_violation(const struct simulation *simulation) {
  return simulation->is_bad ? &simulation->violation : NULL;
}

const uint8_t *simulation_last_good(const struct simulation *simulation,
                                    size_t *length) {
  size_t places = simulation->past.count;
  if (places == 0)
    return NULL;
  bool is_before = simulation->bad_step && !simulation->failed;
  const struct place *place =
      &simulation->past.items[places - (is_before ? 2 : 1)];
  *length = place->length;
  return place->state;
}

size_t simulation_steps(const struct simulation *simulation) {
  return simulation->steps;
}

const struct step_reader *
simulation_reader(const struct simulation *simulation) {
  return simulation->reader;
}
