/* Turns the elements of a body into locations and transitions.
 *
 * Every element is a location of the same number.  A basic statement has one
 * transition; its target is found by following joins, exits and jumps.  A
 * selection or block has the transitions of the first statements inside it,
 * nested ones in order, so a process at an `if` sees all guards at once.  The
 * transitions of an `unless` are put in front of those they can interrupt, the
 * outermost first.  As in SPIN, an escape with a smaller number than what it
 * interrupts brings along the outer escapes that interrupt itself.
 *
 * Following stops inside an indivisible sequence at the last element that still
 * belongs to it: leaving it is a step of its own, as in SPIN, and can be seen
 * after a rendezvous has passed control to another process.
 *
 * Each statement of a block with an `unless` has all statements that it can be
 * interrupted by, so of n statements and n escapes come n * n transitions: the
 * limit is asked after so many.
 */
#include "promela/automaton.h"

#include "base/memory.h"
#include "model/print.h"

#include <assert.h>
#include <string.h>

struct entry {
  struct transition transition;
  struct element *source; /* whose statement it is */
};

struct entries {
  struct entry *items;
  size_t count, capacity;
};

static bool is_block(const struct element *element) {
  return element->kind == ELEMENT_CHOICE || element->kind == ELEMENT_ATOMIC ||
         element->kind == ELEMENT_BLOCK;
}

static struct element *start_of(struct element *element) {
  for (;;) {
    if (element->kind == ELEMENT_JOIN && element->next)
      element = element->next;
    else if (element->kind == ELEMENT_UNLESS)
      element = element->chains[0].first;
    else
      return element;
  }
}

static struct element *follow_one(struct control *control,
                                  struct element *element) {
  switch (element->kind) {
  case ELEMENT_GOTO:
    return control_target(control, element);
  case ELEMENT_JOIN:
  case ELEMENT_EXIT:
    return element->next;
  case ELEMENT_UNLESS:
    return element->chains[0].first;
  default:
    return NULL;
  }
}

/* One step on from an element, or NULL: control rests there. */
static struct element *follow_on(struct control *control,
                                 struct element *element, bool keeps) {
  struct element *next = follow_one(control, element);
  const bool leaves = next && keeps && !(next->flags & ELEMENT_KEEPS) &&
                      element->kind != ELEMENT_UNLESS;
  return leaves ? NULL : next;
}

/* Finds where control comes to rest from an element, and from all that it
 * passes; `endless` stands for never, and at first for what is on the way, so
 * whoever comes back to it goes round.  Each element is passed once.
 */
static struct element *find_rest(struct control *control,
                                 struct element *element, bool keeps) {
  struct element *endless = &control->endless, *at = element;
  struct element *next = at;
  while (!at->rest[keeps] && (next = follow_on(control, at, keeps))) {
    at->rest[keeps] = endless;
    at = next;
  }
  struct element *rest = at->rest[keeps] ? at->rest[keeps] : at;
  at->rest[keeps] = rest;
  if (rest == endless)
    return endless;
  for (at = element; at->rest[keeps] == endless;) {
    next = follow_on(control, at, keeps);
    at->rest[keeps] = rest;
    at = next;
  }
  return rest;
}

/* Where control comes to rest when it moves to `element` after a statement with
 * these flags.
 */
static struct element *follow(struct control *control, struct element *element,
                              unsigned flags) {
  const bool keeps = (flags & ELEMENT_KEEPS) != 0;
  struct element *rest = element->rest[keeps];
  if (!rest)
    rest = find_rest(control, element, keeps);
  if (rest != &control->endless)
    return rest;
  diag_error(control->diag, element->where, "these jumps never end");
  return element;
}

static uint32_t target_of(struct control *control, struct element *element) {
  struct element *next = element->kind == ELEMENT_GOTO
                             ? control_target(control, element)
                             : element->next;
  return next ? follow(control, next, element->flags)->number : 0;
}

static struct action *plain_action(struct control *control,
                                   const struct element *element) {
  const enum action_kind kind =
      element->kind == ELEMENT_STOP ? ACTION_END : ACTION_GOTO;
  struct action *action = lower_action(control->model, kind, element->where);
  action->text = element->kind == ELEMENT_STOP ? "-end-"
                 : element->target
                     ? arena_printf(control->model->arena, "goto %s",
                                    element->target->label)
                 : element->loop ? "break"
                                 : "goto";
  return action;
}

static struct action *d_step_action(struct control *control,
                                    struct element *element) {
  struct action *action =
      lower_action(control->model, ACTION_D_STEP, element->where);
  action->enter = start_of(element->chains[0].first)->number;
  action->leave = target_of(control, element);
  return action;
}

/* The one transition of an element that is no selection or block. */
static struct entry own_entry(struct control *control,
                              struct element *element) {
  if (!element->action)
    element->action = element->kind == ELEMENT_D_STEP
                          ? d_step_action(control, element)
                          : plain_action(control, element);
  return (struct entry){
      .transition = {.action = element->action,
                     .target = target_of(control, element),
                     .atomic = (element->flags & ELEMENT_KEEPS) != 0},
      .source = element};
}

/* An option that begins with a plain false can never be taken. */
static bool is_dead(const struct element *guard) {
  return guard->kind == ELEMENT_ACTION && guard->action->kind == ACTION_TEST &&
         guard->action->value->kind == EXPR_CONST &&
         guard->action->value->value == 0 && guard->escapes.count == 0;
}

/* Labels of a place that exists only inside a selection count where its
 * statement leads.
 */
static void pass_on_labels(struct control *control, const struct element *place,
                           const struct entry *entry) {
  const unsigned labels =
      place->flags & (ELEMENT_IS_END | ELEMENT_IS_PROGRESS | ELEMENT_IS_ACCEPT);
  if (labels && entry->transition.target > 0)
    control->elements.items[entry->transition.target - 1]->flags |= labels;
}

static void collect(struct control *control, struct element *element,
                    struct entries *out) {
  if (!is_block(element)) {
    vec_push(out, own_entry(control, element));
    return;
  }
  for (uint32_t i = 0; i < element->chain_count; i++) {
    struct element *guard = start_of(element->chains[i].first);
    if (element->kind == ELEMENT_CHOICE && is_dead(guard))
      continue;
    const size_t before = out->count;
    collect(control, guard, out);
    for (size_t e = before; e < out->count; e++)
      pass_on_labels(control, guard, &out->items[e]);
  }
}

static void copy_entries(struct entries *to, const struct entries *from) {
  for (size_t i = 0; i < from->count; i++)
    vec_push(to, from->items[i]);
}

/* The first statements of an escape, as they are found at its location.  `done`
 * has the entries of the locations before `number`.
 */
static void collect_escape(struct control *control, const struct entries *done,
                           uint32_t number, struct element *guard,
                           struct entries *out) {
  out->count = 0;
  if (guard->number < number)
    copy_entries(out, &done[guard->number - 1]);
  else
    collect(control, guard, out);
}

/* Adds those whose statement the location does not have yet. */
static void add_escape(struct entries *found, const struct entries *inside,
                       uint32_t number, uint32_t guard) {
  for (size_t i = 0; i < inside->count; i++) {
    struct entry escape = inside->items[i];
    if (escape.source->taken_by == number)
      continue;
    escape.source->taken_by = number;
    escape.transition.escape = guard;
    vec_push(found, escape);
  }
}

/* Adds the escapes of every statement of a location, the last one found in
 * front.
 */
static void add_escapes(struct control *control, const struct entries *done,
                        uint32_t number, struct entries *entries) {
  struct entries found = {0}, inside = {0};
  for (size_t i = 0; i < entries->count; i++)
    entries->items[i].source->taken_by = number;
  for (size_t i = 0; i < entries->count; i++) {
    const struct element *source = entries->items[i].source;
    if (source->kind == ELEMENT_JOIN)
      continue;
    for (size_t k = 0; k < source->escapes.count; k++) {
      struct element *guard =
          follow(control, source->escapes.items[k]->first, source->flags);
      collect_escape(control, done, number, guard, &inside);
      add_escape(&found, &inside, number, guard->number);
    }
  }
  for (size_t i = 0; i < found.count / 2; i++) {
    const struct entry first = found.items[i];
    found.items[i] = found.items[found.count - 1 - i];
    found.items[found.count - 1 - i] = first;
  }
  copy_entries(&found, entries);
  vec_free(entries);
  *entries = found;
  vec_free(&inside);
}

static void fill_location(struct control *control, struct element *element,
                          struct entries *done, struct location *location) {
  struct entries *entries = &done[element->number - 1];
  if (element->kind != ELEMENT_UNLESS)
    collect(control, element, entries);
  if (!(element->flags & ELEMENT_INSIDE))
    add_escapes(control, done, element->number, entries);
  location->where = element->where;
  location->transition_count = (uint32_t)entries->count;
  location->transitions =
      ARENA_ARRAY(control->model->arena, struct transition, entries->count);
  uint32_t elses = 0;
  for (size_t i = 0; i < entries->count; i++) {
    location->transitions[i] = entries->items[i].transition;
    elses += entries->items[i].transition.action->kind == ACTION_ELSE;
  }
  location->has_else = elses > 0;
  if (elses > 1)
    diag_error(control->diag, element->where,
               "two 'else' meet here: that of a selection and that of one "
               "nested in its guards");
}

static void fill_locations(struct control *control) {
  const size_t count = control->elements.count;
  struct entries *done = memory_alloc(count * sizeof *done);
  for (size_t i = 0; i < count; i++) {
    fill_location(control, control->elements.items[i], done,
                  &control->proctype->locations[i + 1]);
    if (!effort_goes_on(control->effort, 1 + done[i].count))
      break;
  }
  for (size_t i = 0; i < count; i++)
    vec_free(&done[i]);
  memory_free(done);
}

static void set_flags(const struct element *element,
                      struct location *location) {
  location->is_end =
      (element->flags & ELEMENT_IS_END) || element->kind == ELEMENT_STOP;
  location->is_progress = (element->flags & ELEMENT_IS_PROGRESS) != 0;
  location->is_accept = (element->flags & ELEMENT_IS_ACCEPT) != 0;
  location->in_atomic = (element->flags & ELEMENT_KEEPS) != 0;
  location->in_d_step = (element->flags & ELEMENT_INSIDE) != 0;
}

static void add_labels(struct control *control) {
  struct proctype *proctype = control->proctype;
  proctype->label_count = (uint32_t)control->labels.count;
  proctype->labels =
      ARENA_ARRAY(control->model->arena, struct label, proctype->label_count);
  for (uint32_t i = 0; i < proctype->label_count; i++) {
    const struct control_label *label = &control->labels.items[i];
    proctype->labels[i] = (struct label){.name = label->stmt->label,
                                         .location = label->element->number,
                                         .where = label->stmt->where};
  }
}

void automaton_build(struct control *control) {
  struct proctype *proctype = control->proctype;
  proctype->location_count = (uint32_t)control->elements.count + 1;
  proctype->locations = ARENA_ARRAY(control->model->arena, struct location,
                                    proctype->location_count);
  fill_locations(control);
  for (size_t i = 0; i < control->elements.count; i++) {
    const struct element *element = control->elements.items[i];
    set_flags(element, &proctype->locations[element->number]);
    proctype->has_accept |= proctype->locations[element->number].is_accept;
  }
  /* resting at a join means resting where it leads */
  for (size_t i = 0; i < control->elements.count; i++) {
    const struct element *element = control->elements.items[i];
    if (element->kind == ELEMENT_JOIN && (element->flags & ELEMENT_IS_END) &&
        element->next)
      proctype->locations[target_of(control, control->elements.items[i])]
          .is_end = true;
  }
  struct element *first = control->body.first;
  proctype->initial = follow(control, first, first->flags)->number;
  add_labels(control);
}
