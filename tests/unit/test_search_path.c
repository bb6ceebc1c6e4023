/* Ways through a graph, one after the other. */
#include "search/path.h"

#include "graph_engine.h"
#include "tap.h"

/* 0 to 1 to 2 and so on, each also back to 0; a way begins there. */
static void open_line(struct engine *graph, struct path *path) {
  graph_init(graph, 5);
  for (uint32_t i = 0; i < 4; i++) {
    graph_connect(graph, i, 0);
    graph_connect(graph, i, i + 1);
  }
  path_init(path, graph, 0);
}

static void close_line(struct engine *graph, struct path *path) {
  path_clear(path);
  graph_clear(graph);
}

static bool go_to(struct path *path, const struct engine *graph,
                  uint32_t node) {
  uint8_t bytes[sizeof(struct graph_state) + UINT8_MAX];
  const size_t length =
      graph_encode(graph, (struct graph_state){.node = node}, bytes);
  return path_go_to(path, bytes, length);
}

TEST(what_two_ways_have_in_common_is_gone_once) {
  struct engine graph;
  struct path path;
  open_line(&graph, &path);
  CHECK(go_to(&path, &graph, 1) && go_to(&path, &graph, 2));
  CHECK(go_to(&path, &graph, 3));
  path_arrive(&path);
  path_add_move(&path, (struct move){.pid = 7});
  CHECK(path.moves.count == 4 && path.same_moves == 0);
  path_restart(&path, SIZE_MAX);
  CHECK(go_to(&path, &graph, 1) && go_to(&path, &graph, 2));
  CHECK(go_to(&path, &graph, 0)); /* another way from here on */
  CHECK(path.same_moves == 2 && path.moves.count == 3);
  CHECK(path.moves.items[2].from == 2);
  CHECK(!go_to(&path, &graph, 3)); /* not from 0 */
  close_line(&graph, &path);
}

TEST(a_way_may_end_where_another_went_on) {
  struct engine graph;
  struct path path;
  open_line(&graph, &path);
  CHECK(go_to(&path, &graph, 1) && go_to(&path, &graph, 2));
  path_arrive(&path);
  path_restart(&path, SIZE_MAX);
  CHECK(go_to(&path, &graph, 1));
  path_arrive(&path);
  CHECK(path.moves.count == 1 && path.same_moves == 1);
  path_restart(&path, 0); /* nothing is kept */
  CHECK(go_to(&path, &graph, 1) && go_to(&path, &graph, 2));
  CHECK(path.moves.count == 2 && path.same_moves == 0);
  close_line(&graph, &path);
}

RUN_TESTS(RUN(what_two_ways_have_in_common_is_gone_once),
          RUN(a_way_may_end_where_another_went_on))
