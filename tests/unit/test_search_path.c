/* Ways through a graph, one after the other. */
#include "search/path.h"

#include "graph_engine.h"
#include "tap.h"

/* 0 to 1 to 2 and so on, each also back to 0; a way begins there. */
static void open_line(struct engine *graph, struct path *path,
                      size_t most_bytes) {
  graph_init(graph, 5);
  for (uint32_t i = 0; i < 4; i++) {
    graph_connect(graph, i, 0);
    graph_connect(graph, i, i + 1);
  }
  path_init(path, graph, 0, most_bytes);
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
  open_line(&graph, &path, SIZE_MAX);
  CHECK(go_to(&path, &graph, 1) && go_to(&path, &graph, 2));
  CHECK(go_to(&path, &graph, 3));
  path_arrive(&path);
  path_add_move(&path, (struct move){.pid = 7});
  CHECK(path.moves.count == 4 && path.same_moves == 0);
  path_restart(&path);
  CHECK(go_to(&path, &graph, 1) && go_to(&path, &graph, 2));
  CHECK(go_to(&path, &graph, 0)); /* another way from here on */
  CHECK(path.same_moves == 2 && path.moves.count == 3);
  CHECK(move_log_at(&path.moves, 2).from == 2);
  CHECK(!go_to(&path, &graph, 3)); /* not from 0 */
  close_line(&graph, &path);
}

TEST(a_way_may_end_where_another_went_on) {
  struct engine graph;
  struct path path;
  open_line(&graph, &path, SIZE_MAX);
  CHECK(go_to(&path, &graph, 1) && go_to(&path, &graph, 2));
  path_arrive(&path);
  path_restart(&path);
  CHECK(go_to(&path, &graph, 1));
  path_arrive(&path);
  CHECK(path.moves.count == 1 && path.same_moves == 1);
  close_line(&graph, &path);
}

/* Goes to 2 and again to 2, with so much room for what is kept.  How many moves
 * were those of the first time?  SIZE_MAX: what was gone is wrong.
 */
static size_t go_twice(size_t most_bytes) {
  struct engine graph;
  struct path path;
  open_line(&graph, &path, most_bytes);
  bool good = go_to(&path, &graph, 1) && go_to(&path, &graph, 2);
  path_arrive(&path);
  path_restart(&path);
  good = good && go_to(&path, &graph, 1) && go_to(&path, &graph, 2);
  path_arrive(&path);
  good = good && path.moves.count == 2 &&
         move_log_at(&path.moves, 0).from == 0 &&
         move_log_at(&path.moves, 1).from == 1;
  const size_t same_moves = path.same_moves;
  close_line(&graph, &path);
  return good ? same_moves : SIZE_MAX;
}

TEST(as_much_of_a_way_is_kept_as_there_is_room) {
  CHECK(go_twice(2 * sizeof(struct passed)) == 2);
  CHECK(go_twice(sizeof(struct passed)) == 1);
  CHECK(go_twice(0) == 0);
}

RUN_TESTS(RUN(what_two_ways_have_in_common_is_gone_once),
          RUN(a_way_may_end_where_another_went_on),
          RUN(as_much_of_a_way_is_kept_as_there_is_room))
