/* Weak bisimilarity by splitters: see weak_refine.h.
 *
 * A splitter is a block B.  For each label a, the states that can do a, with
 * hidden steps before and after it, to come to B are parted from those that
 * cannot; so are those that hidden steps, or none, lead to B from.  They are
 * found by going back from B over edges, first hidden ones, then one labelled
 * a, then hidden ones again.  So the closure of hidden steps, which may be
 * quadratic, is never built.  When a block is divided, both parts become
 * splitters (Kanellakis and Smolka 1990).
 *
 * A state that is alone in its block cannot be parted from anything.  It is
 * settled before if all states that hidden steps lead to it from are alone, and
 * settled around if, besides, the visible steps into it and into those states
 * come from states settled before.  Going back stops at what is settled; the
 * numbers of edges from what is not are counted down as blocks become single.
 *
 * Invariant: for every block that does not wait as a splitter, and every label,
 * each block has all its states, or none, able to come to it; so at the end all
 * in a block are weakly bisimilar.  Only states that a union of blocks tells
 * apart are ever parted, so no bisimilar ones are.
 *
 * Small splitters cost little where little leads to them, as along a chain;
 * large ones tell more apart where everything leads to everything.  Neither
 * order is good for all graphs, so both are followed, each with as many edges
 * looked at as the other.
 *
 * A splitter costs O(m) time for each label in the worst case, and there are
 * fewer than 2n; 12 bytes an edge and 36 a state besides the graph.
 */
#include "lts/weak_refine.h"

enum { STOP_EVERY = 1 << 20 }; /* edges looked at */

/* ---- settled states ---- */

static bool is_hidden(const struct weak_refinement *r, uint32_t edge) {
  return r->blocks.lts->labels[edge] == r->hidden;
}

static void count_down(uint32_t *open, uint32_t state, weak_numbers *settled) {
  if (--open[state] == 0)
    vec_push(settled, state);
}

/* No state that hidden steps lead to this one from can be parted. */
static void tell_settled_before(struct weak_refinement *r, uint32_t state) {
  const struct lts *lts = r->blocks.lts;
  count_down(r->open_around, state, &r->newly_around);
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1]; e++)
    if (is_hidden(r, e))
      count_down(r->open_before, lts->targets[e], &r->newly_before);
    else
      count_down(r->open_around, lts->targets[e], &r->newly_around);
}

static void tell_settled_around(struct weak_refinement *r, uint32_t state) {
  const struct lts *lts = r->blocks.lts;
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1]; e++)
    if (is_hidden(r, e))
      count_down(r->open_around, lts->targets[e], &r->newly_around);
}

static void settle_single(struct weak_refinement *r, uint32_t state) {
  r->singles++;
  count_down(r->open_before, state, &r->newly_before);
  while (r->newly_before.count > 0)
    tell_settled_before(r, vec_pop(&r->newly_before));
  while (r->newly_around.count > 0)
    tell_settled_around(r, vec_pop(&r->newly_around));
}

/* ---- splitters that wait ---- */

static uint32_t size_class(uint32_t size) {
  return 31 - (uint32_t)__builtin_clz(size);
}

/* A block that has become smaller waits among smaller ones; where it waited
 * before it is passed over.
 */
static void await(struct weak_refinement *r, uint32_t number) {
  const uint32_t class = size_class(block_size(&r->blocks.items.items[number]));
  while (r->class_of.count <= number)
    vec_push(&r->class_of, 0);
  if (r->class_of.items[number] == class + 1)
    return;
  r->class_of.items[number] = (uint8_t)(class + 1);
  vec_push(&r->waiting[class], number);
}

/* The next one of a class; false if there is none. */
static bool next_of_class(struct weak_refinement *r, uint32_t class,
                          uint32_t *number) {
  while (r->waiting[class].count > 0) {
    *number = vec_pop(&r->waiting[class]);
    if (r->class_of.items[*number] == class + 1) {
      r->class_of.items[*number] = 0;
      return true;
    }
  }
  return false;
}

static bool next_splitter(struct weak_refinement *r, bool large,
                          uint32_t *number) {
  for (uint32_t i = 0; i < WEAK_SIZES; i++)
    if (next_of_class(r, large ? WEAK_SIZES - 1 - i : i, number))
      return true;
  return false;
}

/* ---- dividing ---- */

static void note_part(struct weak_refinement *r, uint32_t number) {
  const struct block *block = &r->blocks.items.items[number];
  await(r, number);
  if (block_size(block) == 1)
    settle_single(r, r->blocks.order[block->begin]);
}

/* Parts the states from all others. */
static void part(struct weak_refinement *r, const weak_numbers *states) {
  for (size_t i = 0; i < states->count; i++)
    blocks_mark(&r->blocks, states->items[i]);
  while (r->blocks.waiting.count > 0) {
    const uint32_t old = vec_pop(&r->blocks.waiting);
    const uint32_t new = blocks_part_marked(&r->blocks, old);
    if (new == old)
      continue;
    note_part(r, old);
    note_part(r, new);
  }
}

/* ---- going back ---- */

static void visit(struct weak_refinement *r, const uint32_t *open,
                  weak_numbers *list, uint32_t state) {
  if (r->visited[state] == r->turn || open[state] == 0)
    return;
  r->visited[state] = r->turn;
  vec_push(list, state);
}

/* Adds what hidden steps lead from to the states of the list. */
static void add_hidden(struct weak_refinement *r, const uint32_t *open,
                       weak_numbers *list) {
  const struct lts_reverse *reverse = &r->blocks.reverse;
  for (size_t i = 0; i < list->count; i++) {
    const uint32_t state = list->items[i];
    for (uint32_t j = reverse->first[state]; j < r->first_visible[state]; j++)
      visit(r, open, list, reverse->sources[j]);
    r->looked += r->first_visible[state] - reverse->first[state] + 1;
  }
}

/* Sorts the visible steps into the states of reach by label. */
static void gather_sources(struct weak_refinement *r) {
  const struct lts_reverse *reverse = &r->blocks.reverse;
  r->labels.count = 0;
  for (size_t i = 0; i < r->reach.count; i++) {
    const uint32_t state = r->reach.items[i];
    const uint32_t begin = r->first_visible[state];
    const uint32_t end = reverse->first[state + 1];
    r->looked += end - begin;
    for (uint32_t j = begin; j < end; j++) {
      const uint32_t label = r->blocks.lts->labels[reverse->edges[j]];
      if (r->open_before[reverse->sources[j]] == 0)
        continue;
      if (r->sources[label].count == 0)
        vec_push(&r->labels, label);
      vec_push(&r->sources[label], reverse->sources[j]);
    }
  }
}

/* Parts what comes to the states of reach by this label from what does not. */
static void split_by_label(struct weak_refinement *r, uint32_t label) {
  weak_numbers *sources = &r->sources[label];
  r->turn++;
  r->behind.count = 0;
  for (size_t i = 0; i < sources->count; i++)
    visit(r, r->open_before, &r->behind, sources->items[i]);
  sources->count = 0;
  add_hidden(r, r->open_before, &r->behind);
  part(r, &r->behind);
}

/* All is found with regard to the blocks as they are, before any is divided. */
static void split_by(struct weak_refinement *r, const uint32_t *states,
                     size_t count) {
  r->turn++;
  r->reach.count = 0;
  for (size_t i = 0; i < count; i++)
    visit(r, r->open_around, &r->reach, states[i]);
  r->looked += count;
  add_hidden(r, r->open_around, &r->reach);
  gather_sources(r);
  part(r, &r->reach);
  for (size_t i = 0; i < r->labels.count; i++)
    split_by_label(r, r->labels.items[i]);
}

/* ---- the whole ---- */

/* Puts the hidden ones of the edges into each state first. */
static void sort_reverse(struct weak_refinement *r) {
  struct lts_reverse *reverse = &r->blocks.reverse;
  for (uint32_t s = 0; s < r->blocks.lts->state_count; s++) {
    uint32_t at = reverse->first[s];
    for (uint32_t i = at; i < reverse->first[s + 1]; i++) {
      const uint32_t source = reverse->sources[i], edge = reverse->edges[i];
      if (!is_hidden(r, edge))
        continue;
      reverse->sources[i] = reverse->sources[at];
      reverse->edges[i] = reverse->edges[at];
      reverse->sources[at] = source;
      reverse->edges[at++] = edge;
    }
    r->first_visible[s] = at;
    r->open_before[s] = at - reverse->first[s] + 1;
    r->open_around[s] = reverse->first[s + 1] - reverse->first[s] + 1;
  }
}

void weak_refine_init(struct weak_refinement *r, const struct lts *lts,
                      uint32_t hidden) {
  const size_t bytes = lts->state_count * sizeof(uint32_t);
  *r = (struct weak_refinement){
      .hidden = hidden,
      .first_visible = memory_alloc(bytes),
      .open_before = memory_alloc(bytes),
      .open_around = memory_alloc(bytes),
      .visited = memory_alloc(bytes),
      .sources = memory_alloc(lts->label_count * sizeof *r->sources)};
  blocks_init(&r->blocks, lts, hidden);
  r->blocks.waiting.count = 0;
  sort_reverse(r);
  if (lts->state_count == 0)
    return;
  blocks_unmark(&r->blocks, 0);
  note_part(r, 0);
}

void weak_refine_clear(struct weak_refinement *r) {
  for (uint32_t i = 0; i < r->blocks.lts->label_count; i++)
    vec_free(&r->sources[i]);
  for (uint32_t i = 0; i < WEAK_SIZES; i++)
    vec_free(&r->waiting[i]);
  weak_numbers *const lists[] = {&r->newly_before, &r->newly_around, &r->reach,
                                 &r->behind,       &r->labels,       &r->frozen,
                                 &r->frozen_at};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    vec_free(lists[i]);
  vec_free(&r->class_of);
  memory_free(r->first_visible);
  memory_free(r->open_before);
  memory_free(r->open_around);
  memory_free(r->visited);
  memory_free(r->sources);
  memory_free(r->blocks.block_of);
  blocks_clear(&r->blocks);
}

/* Is it time to look at the limits, and are they reached? */
static bool must_stop(const struct weak_refinement *r,
                      const struct lts_limits *limits, uint64_t *next_look) {
  if (r->looked < *next_look)
    return false;
  *next_look = r->looked + STOP_EVERY;
  const size_t own = 6 * sizeof(uint32_t) * r->blocks.lts->state_count +
                     r->blocks.lts->label_count * sizeof *r->sources;
  return blocks_must_stop(&r->blocks, limits, own);
}

bool weak_refine_all(struct weak_refinement *r,
                     const struct lts_limits *limits) {
  uint64_t next_look = 0;
  uint32_t number;
  while (r->singles < r->blocks.lts->state_count) {
    if (must_stop(r, limits, &next_look))
      return false;
    const bool large = r->spent[1] < r->spent[0];
    const uint64_t before = r->looked;
    if (!next_splitter(r, large, &number))
      break;
    const struct block *block = &r->blocks.items.items[number];
    split_by(r, r->blocks.order + block->begin, block_size(block));
    r->spent[large] += r->looked - before;
  }
  return true;
}

/* Copies the splitters that wait, for they may be divided in the round. */
static void freeze(struct weak_refinement *r) {
  uint32_t number;
  r->frozen.count = r->frozen_at.count = 0;
  while (next_splitter(r, false, &number)) {
    const struct block *block = &r->blocks.items.items[number];
    vec_push(&r->frozen_at, (uint32_t)r->frozen.count);
    for (uint32_t i = block->begin; i < block->end; i++)
      vec_push(&r->frozen, r->blocks.order[i]);
  }
  vec_push(&r->frozen_at, (uint32_t)r->frozen.count);
}

uint32_t weak_refine_round(struct weak_refinement *r,
                           const struct lts_limits *limits) {
  uint64_t next_look = 0;
  freeze(r);
  for (size_t i = 0; i + 1 < r->frozen_at.count; i++) {
    const uint32_t first = r->frozen_at.items[i];
    if (must_stop(r, limits, &next_look))
      return 0;
    split_by(r, r->frozen.items + first, r->frozen_at.items[i + 1] - first);
  }
  return (uint32_t)r->blocks.items.count;
}
