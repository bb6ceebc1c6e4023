/* Aldebaran text: des (0, transitions, states), then a line for each
 * transition.  The head counts them, so the transitions are collected first:
 * those of a process as text, those of all states in 12 bytes each.
 */
#include "lts/aut.h"
#include "base/buffer.h"
#include "report/graph.h"

struct listing {
  struct buffer lines, label;
  uint64_t states, transitions;
};

static void add_line(struct listing *listing, uint64_t from, uint64_t to) {
  aut_add_edge(&listing->lines, from, buffer_text(&listing->label), to);
  listing->transitions++;
}

static void print_listing(FILE *out, struct listing *listing) {
  struct buffer head = {0};
  aut_add_head(&head, 0, listing->transitions, listing->states);
  fwrite(head.text, 1, head.length, out);
  fwrite(buffer_text(&listing->lines), 1, listing->lines.length, out);
  buffer_free(&head);
  buffer_free(&listing->lines);
  buffer_free(&listing->label);
}

/* ---- a process ---- */

/* Numbers the reached locations from 0, the initial one. */
static uint32_t *number_locations(const struct proctype *proctype,
                                  const uint8_t *reached, uint64_t *count) {
  uint32_t *numbers = memory_alloc(proctype->location_count * sizeof *numbers);
  uint32_t next = 1;
  for (uint32_t i = 1; i < proctype->location_count; i++)
    if (reached[i] && i != proctype->initial)
      numbers[i] = next++;
  *count = next;
  return numbers;
}

void aut_automaton(FILE *out, const struct proctype *proctype) {
  struct listing listing = {0};
  uint8_t *reached = graph_reached(proctype);
  uint32_t *numbers = number_locations(proctype, reached, &listing.states);
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    const struct location *location = &proctype->locations[l];
    for (uint32_t t = 0; reached[l] && t < location->transition_count; t++) {
      const struct transition *transition = &location->transitions[t];
      if (transition->action->kind == ACTION_END)
        continue;
      buffer_clear(&listing.label);
      buffer_puts(&listing.label,
                  transition->action->text ? transition->action->text : "");
      add_line(&listing, numbers[l], numbers[transition->target]);
    }
  }
  memory_free(numbers);
  memory_free(reached);
  print_listing(out, &listing);
}

/* ---- the states ---- */

struct collection {
  struct lts_builder *builder;
  struct buffer label;
  uint64_t states;
  bool cut; /* more than a graph can have */
};

static void on_state(void *context, uint64_t number, const uint8_t *state,
                     size_t length) {
  struct collection *collection = context;
  (void)state, (void)length;
  collection->states = number + 1;
}

static void on_edge(void *context, uint64_t from, uint64_t to,
                    const struct successor *successor) {
  struct collection *collection = context;
  buffer_clear(&collection->label);
  graph_label(&collection->label, successor->steps, successor->step_count);
  if (from >= LTS_MOST || to >= LTS_MOST ||
      !lts_builder_edge(collection->builder, (uint32_t)from,
                        lts_builder_label(collection->builder,
                                          buffer_text(&collection->label),
                                          collection->label.length),
                        (uint32_t)to))
    collection->cut = true;
}

static void on_violation(void *context, uint64_t number,
                         const struct violation *violation) {
  (void)context, (void)number, (void)violation; /* no place for it here */
}

enum reachable_end aut_states(FILE *out, struct engine *engine,
                              const struct reachable_config *config) {
  struct collection collection = {.builder = lts_builder_open()};
  const struct graph_visitor visitor = {&collection, on_state, on_edge,
                                        on_violation};
  enum reachable_end end = reachable_visit(engine, config, &visitor);
  collection.cut = collection.cut || collection.states > LTS_MOST;
  if (collection.cut)
    collection.states = LTS_MOST;
  struct lts *lts =
      lts_builder_finish(collection.builder, (uint32_t)collection.states, 0);
  (void)aut_write(out, lts); /* the caller looks at the state of the file */
  lts_close(lts);
  lts_builder_close(collection.builder);
  buffer_free(&collection.label);
  return collection.cut ? REACHABLE_CUT : end;
}
