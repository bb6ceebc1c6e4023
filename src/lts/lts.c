/* Builds graphs: see lts.h.
 *
 * Edges are gathered as they come, 12 bytes each.  If they come sorted by the
 * state they leave, which is how graphs are usually written, the gathered
 * arrays become the graph's own; otherwise a counting sort, which keeps the
 * order of the edges of a state, moves them into place in linear time.
 */
#include "lts/lts.h"

#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

struct lts_builder {
  VEC(uint32_t) sources, targets, labels;
  bool unsorted;
  VEC(const char *) names;
  struct intern *texts;
  struct map numbers; /* of labels, plus one, by interned name */
};

/* ---- gathering ---- */

struct lts_builder *lts_builder_open(void) {
  struct lts_builder *builder = memory_alloc(sizeof *builder);
  builder->texts = intern_open();
  return builder;
}

void lts_builder_close(struct lts_builder *builder) {
  if (!builder)
    return;
  vec_free(&builder->sources);
  vec_free(&builder->targets);
  vec_free(&builder->labels);
  vec_free(&builder->names);
  map_free(&builder->numbers);
  intern_close(builder->texts);
  memory_free(builder);
}

uint32_t lts_builder_label(struct lts_builder *builder, const char *bytes,
                           size_t length) {
  const char *name = intern_text(builder->texts, bytes, length);
  const uintptr_t known = (uintptr_t)map_get(&builder->numbers, name);
  if (known > 0)
    return (uint32_t)(known - 1);
  vec_push(&builder->names, name);
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  map_put(&builder->numbers, name, (void *)(uintptr_t)builder->names.count);
  return (uint32_t)(builder->names.count - 1);
}

const char *const *lts_builder_names(const struct lts_builder *builder) {
  return builder->names.items;
}

bool lts_builder_edge(struct lts_builder *builder, uint32_t from,
                      uint32_t label, uint32_t to) {
  assert(from < LTS_MOST && to < LTS_MOST && label < builder->names.count);
  const size_t count = builder->sources.count;
  if (count == LTS_MOST)
    return false;
  if (count > 0 && from < builder->sources.items[count - 1])
    builder->unsorted = true;
  vec_push(&builder->sources, from);
  vec_push(&builder->targets, to);
  vec_push(&builder->labels, label);
  return true;
}

uint32_t lts_builder_edges(const struct lts_builder *builder) {
  return (uint32_t)builder->sources.count;
}

/* ---- sorting ---- */

/* Where each of `count` buckets begins when keys[] are put into them; one more
 * than there are buckets.
 */
static uint32_t *bucket_starts(const uint32_t *keys, uint32_t key_count,
                               uint32_t count) {
  uint32_t *starts = memory_alloc(((size_t)count + 1) * sizeof *starts);
  for (uint32_t i = 0; i < key_count; i++)
    starts[keys[i] + 1]++;
  for (uint32_t i = 0; i < count; i++)
    starts[i + 1] += starts[i];
  return starts;
}

/* For each key its place in the order, as in the buckets. */
static void place_all(const uint32_t *keys, uint32_t key_count,
                      const uint32_t *starts, uint32_t count,
                      uint32_t *places) {
  uint32_t *next = memory_alloc(((size_t)count + 1) * sizeof *next);
  memcpy(next, starts, ((size_t)count + 1) * sizeof *next);
  for (uint32_t i = 0; i < key_count; i++)
    places[i] = next[keys[i]]++;
  memory_free(next);
}

static uint32_t *rearranged(const uint32_t *items, const uint32_t *places,
                            uint32_t count) {
  uint32_t *out = memory_alloc(count * sizeof *out);
  for (uint32_t i = 0; i < count; i++)
    out[places[i]] = items[i];
  return out;
}

static void sort_edges(struct lts_builder *builder, const uint32_t *starts,
                       uint32_t state_count) {
  const uint32_t count = lts_builder_edges(builder);
  uint32_t *places = builder->sources.items; /* each is read, then written */
  place_all(builder->sources.items, count, starts, state_count, places);
  uint32_t *targets = rearranged(builder->targets.items, places, count);
  memory_free(builder->targets.items);
  builder->targets.items = targets;
  uint32_t *labels = rearranged(builder->labels.items, places, count);
  memory_free(builder->labels.items);
  builder->labels.items = labels;
}

/* ---- the graph ---- */

struct lts *lts_builder_finish(struct lts_builder *builder,
                               uint32_t state_count, uint32_t initial) {
  struct lts *lts = memory_alloc(sizeof *lts);
  *lts = (struct lts){.state_count = state_count,
                      .initial = initial,
                      .edge_count = lts_builder_edges(builder),
                      .label_count = (uint32_t)builder->names.count};
  lts->first_edge =
      bucket_starts(builder->sources.items, lts->edge_count, state_count);
  if (builder->unsorted)
    sort_edges(builder, lts->first_edge, state_count);
  const size_t bytes = lts->edge_count * sizeof *lts->targets;
  lts->targets = memory_resize(builder->targets.items, bytes);
  lts->labels = memory_resize(builder->labels.items, bytes);
  lts->names = builder->names.items;
  lts->texts = builder->texts;
  vec_free(&builder->sources);
  map_free(&builder->numbers);
  *builder = (struct lts_builder){.texts = intern_open()};
  return lts;
}

void lts_close(struct lts *lts) {
  if (!lts)
    return;
  memory_free(lts->first_edge);
  memory_free(lts->targets);
  memory_free(lts->labels);
  memory_free(lts->names);
  intern_close(lts->texts);
  memory_free(lts);
}

uint32_t lts_find_label(const struct lts *lts, const char *name) {
  uint32_t label = 0;
  while (label < lts->label_count && strcmp(lts->names[label], name) != 0)
    label++;
  return label;
}

bool lts_is_hidden(const char *name) {
  return strcmp(name, "i") == 0 || strcmp(name, "tau") == 0;
}

/* ---- turned round ---- */

void lts_reverse_init(struct lts_reverse *reverse, const struct lts *lts) {
  const uint32_t count = lts->edge_count;
  uint32_t *places = memory_alloc(count * sizeof *places);
  reverse->first = bucket_starts(lts->targets, count, lts->state_count);
  place_all(lts->targets, count, reverse->first, lts->state_count, places);
  reverse->sources = memory_alloc(count * sizeof *reverse->sources);
  reverse->edges = memory_alloc(count * sizeof *reverse->edges);
  for (uint32_t state = 0; state < lts->state_count; state++)
    for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1];
         e++) {
      reverse->sources[places[e]] = state;
      reverse->edges[places[e]] = e;
    }
  memory_free(places);
}

void lts_reverse_clear(struct lts_reverse *reverse) {
  memory_free(reverse->first);
  memory_free(reverse->sources);
  memory_free(reverse->edges);
  *reverse = (struct lts_reverse){0};
}
