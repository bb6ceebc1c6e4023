/* Graphs made from graphs: see transform.h.
 *
 * Cycles of hidden steps are strong components, and numbered as lts_collapse()
 * promises.  Everything here is linear in the edges, but for the sorting of the
 * edges of each state in lts_tidy().
 */
#include "lts/transform.h"

#include "base/strong.h"

#include <stdlib.h>
#include <string.h>

#define UNSEEN UINT32_MAX

static const char hidden_name[] = "i";

uint32_t lts_hidden_label(const struct lts *lts) {
  const uint32_t label = lts_find_label(lts, hidden_name);
  return label < lts->label_count ? label : LTS_NO_LABEL;
}

/* The numbers of the labels in the builder. */
static uint32_t *import_labels(struct lts_builder *builder,
                               const struct lts *lts) {
  uint32_t *numbers = memory_alloc(lts->label_count * sizeof *numbers);
  for (uint32_t i = 0; i < lts->label_count; i++) {
    const char *name =
        lts_is_hidden(lts->names[i]) ? hidden_name : lts->names[i];
    numbers[i] = lts_builder_label(builder, name, strlen(name));
  }
  return numbers;
}

/* ---- side by side ---- */

static void import_edges(struct lts_builder *builder, const struct lts *lts,
                         uint32_t offset) {
  uint32_t *labels = import_labels(builder, lts);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++)
      (void)lts_builder_edge(builder, s + offset, labels[lts->labels[e]],
                             lts->targets[e] + offset);
  memory_free(labels);
}

struct lts *lts_join(const struct lts *left, const struct lts *right) {
  const uint64_t states = (uint64_t)left->state_count + right->state_count;
  const uint64_t edges = (uint64_t)left->edge_count + right->edge_count;
  if (states >= LTS_MOST || edges >= LTS_MOST)
    return NULL;
  struct lts_builder *builder = lts_builder_open();
  import_edges(builder, left, 0);
  import_edges(builder, right, left->state_count);
  struct lts *joint =
      lts_builder_finish(builder, (uint32_t)states, left->initial);
  lts_builder_close(builder);
  return joint;
}

struct lts *lts_copy(const struct lts *lts) {
  struct lts_builder *builder = lts_builder_open();
  import_edges(builder, lts, 0);
  struct lts *copy =
      lts_builder_finish(builder, lts->state_count, lts->initial);
  lts_builder_close(builder);
  return copy;
}

/* ---- strong components of hidden steps ---- */

static void link_states(const struct lts *lts, uint32_t label,
                        struct links *links) {
  for (uint32_t s = 0; s < lts->state_count; s++) {
    for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++)
      if (lts->labels[e] == label)
        links_add(links, lts->targets[e]);
    links_close_node(links);
  }
}

/* The component of each state; their number in *count. */
static uint32_t *find_components(const struct lts *lts, uint32_t hidden,
                                 uint32_t *count) {
  struct links links = {0};
  struct strong strong;
  link_states(lts, hidden, &links);
  strong_find(&links, &strong);
  links_free(&links);
  uint32_t *component = strong.component;
  *count = strong.count;
  strong.component = NULL; /* it is the caller's */
  strong_free(&strong);
  return component;
}

struct lts *lts_collapse(const struct lts *lts, uint32_t hidden,
                         uint32_t **map) {
  uint32_t count;
  *map = find_components(lts, hidden, &count);
  struct lts_builder *builder = lts_builder_open();
  uint32_t *labels = import_labels(builder, lts);
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++) {
      const uint32_t from = (*map)[s], to = (*map)[lts->targets[e]];
      if (lts->labels[e] != hidden || from != to)
        (void)lts_builder_edge(builder, from, labels[lts->labels[e]], to);
    }
  memory_free(labels);
  struct lts *collapsed =
      lts_builder_finish(builder, count, (*map)[lts->initial]);
  lts_builder_close(builder);
  return collapsed;
}

/* ---- tidy ---- */

static int compare_steps(const void *left, const void *right) {
  const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static uint32_t *unseen(uint32_t count) {
  uint32_t *array = memory_alloc(count * sizeof *array);
  for (uint32_t i = 0; i < count; i++)
    array[i] = UNSEEN;
  return array;
}

struct tidying {
  const struct lts *lts;
  struct lts_builder *builder;
  uint32_t *labels, *number;
  VEC(uint32_t) queue;
  VEC(uint64_t) steps;
};

/* Numbers the targets of a state and adds its edges. */
static void tidy_state(struct tidying *t, uint32_t state) {
  const struct lts *lts = t->lts;
  t->steps.count = 0;
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1];
       e++) {
    const uint32_t target = lts->targets[e];
    if (t->number[target] == UNSEEN) {
      t->number[target] = (uint32_t)t->queue.count;
      vec_push(&t->queue, target);
    }
    vec_push(&t->steps,
             (uint64_t)t->labels[lts->labels[e]] << 32 | t->number[target]);
  }
  if (t->steps.count > 0)
    qsort(t->steps.items, t->steps.count, sizeof *t->steps.items,
          compare_steps);
  for (size_t i = 0; i < t->steps.count; i++)
    if (i == 0 || t->steps.items[i] != t->steps.items[i - 1])
      (void)lts_builder_edge(t->builder, t->number[state],
                             (uint32_t)(t->steps.items[i] >> 32),
                             (uint32_t)t->steps.items[i]);
}

struct lts *lts_tidy(const struct lts *lts) {
  struct tidying t = {.lts = lts,
                      .builder = lts_builder_open(),
                      .number = unseen(lts->state_count)};
  t.labels = import_labels(t.builder, lts);
  t.number[lts->initial] = 0;
  vec_push(&t.queue, lts->initial);
  for (size_t i = 0; i < t.queue.count; i++)
    tidy_state(&t, t.queue.items[i]);
  struct lts *tidy = lts_builder_finish(t.builder, (uint32_t)t.queue.count, 0);
  lts_builder_close(t.builder);
  memory_free(t.labels);
  memory_free(t.number);
  vec_free(&t.queue);
  vec_free(&t.steps);
  return tidy;
}
