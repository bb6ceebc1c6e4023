/* lts/lts: edges come in any order and lie together afterwards. */
#include "lts/lts.h"

#include "base/memory.h"
#include "base/rng.h"
#include "tap.h"

#include <string.h>

enum { STATES = 40, EDGES = 400, LABELS = 5 };

struct edge {
  uint32_t from, label, to;
};

static struct lts *build(const struct edge *edges, size_t count,
                         uint32_t states) {
  struct lts_builder *builder = lts_builder_open();
  for (size_t i = 0; i < count; i++) {
    const char name[] = {'a', (char)('0' + edges[i].label)};
    const uint32_t label = lts_builder_label(builder, name, sizeof name);
    lts_builder_edge(builder, edges[i].from, label, edges[i].to);
  }
  struct lts *lts = lts_builder_finish(builder, states, 0);
  lts_builder_close(builder);
  return lts;
}

static void random_edges(struct edge *edges, size_t count, uint64_t seed) {
  struct rng rng;
  rng_seed(&rng, seed);
  for (size_t i = 0; i < count; i++)
    edges[i] = (struct edge){(uint32_t)rng_below(&rng, STATES),
                             (uint32_t)rng_below(&rng, LABELS),
                             (uint32_t)rng_below(&rng, STATES)};
}

TEST(the_edges_of_a_state_keep_their_order) {
  struct edge edges[EDGES];
  random_edges(edges, EDGES, 1);
  struct lts *lts = build(edges, EDGES, STATES);
  CHECK(lts->edge_count == EDGES && lts->label_count == LABELS);
  CHECK(lts->first_edge[0] == 0 && lts->first_edge[STATES] == EDGES);
  for (uint32_t state = 0; state < STATES; state++) {
    uint32_t at = lts->first_edge[state];
    for (size_t i = 0; i < EDGES; i++) {
      if (edges[i].from != state)
        continue;
      CHECK(at < lts->first_edge[state + 1]);
      CHECK(lts->targets[at] == edges[i].to);
      CHECK(lts->names[lts->labels[at]][1] == (char)('0' + edges[i].label));
      at++;
    }
    CHECK(at == lts->first_edge[state + 1]);
  }
  lts_close(lts);
}

TEST(turned_round_each_edge_is_there_once) {
  struct edge edges[EDGES];
  random_edges(edges, EDGES, 2);
  struct lts *lts = build(edges, EDGES, STATES);
  struct lts_reverse reverse;
  bool seen[EDGES] = {false};
  lts_reverse_init(&reverse, lts);
  for (uint32_t state = 0; state < STATES; state++)
    for (uint32_t i = reverse.first[state]; i < reverse.first[state + 1]; i++) {
      const uint32_t edge = reverse.edges[i], source = reverse.sources[i];
      CHECK(!seen[edge] && lts->targets[edge] == state);
      CHECK(edge >= lts->first_edge[source] &&
            edge < lts->first_edge[source + 1]);
      seen[edge] = true;
    }
  CHECK(reverse.first[STATES] == EDGES);
  lts_reverse_clear(&reverse);
  lts_close(lts);
}

TEST(a_graph_may_have_nothing_but_a_state) {
  struct lts *lts = build(NULL, 0, 1);
  struct lts_reverse reverse;
  CHECK(lts->edge_count == 0 && lts->first_edge[1] == 0);
  lts_reverse_init(&reverse, lts);
  CHECK(reverse.first[1] == 0);
  lts_reverse_clear(&reverse);
  lts_close(lts);
}

TEST(labels_are_found_by_name) {
  const struct edge edges[] = {{0, 3, 1}, {1, 1, 0}};
  struct lts *lts = build(edges, 2, 2);
  CHECK(lts_find_label(lts, "a3") == 0 && lts_find_label(lts, "a1") == 1);
  CHECK(lts_find_label(lts, "a2") == lts->label_count);
  CHECK(lts_is_hidden("i") && lts_is_hidden("tau") && !lts_is_hidden("a"));
  lts_close(lts);
}

RUN_TESTS(RUN(the_edges_of_a_state_keep_their_order),
          RUN(turned_round_each_edge_is_there_once),
          RUN(a_graph_may_have_nothing_but_a_state),
          RUN(labels_are_found_by_name))
