#include "graph_engine.h"
#include "search/trail.h"
#include "tap.h"

static struct move step_of(uint32_t node, uint32_t edge, uint32_t step) {
  return (struct move){.pid = EDGE_PROCESS,
                       .from = node,
                       .transition = edge << 8 | step,
                       .partner = NO_PROCESS};
}

/* 0 has three edges; the middle one, of two steps, leads to 2, where an edge
 * back to 0 violates an assertion and another fails.
 */
static void make_graph(struct engine *graph) {
  graph_init(graph, 4);
  graph_connect(graph, 0, 1);
  graph_connect(graph, 0, 2)->steps = 2;
  graph_connect(graph, 0, 3);
  graph_connect(graph, 2, 0)->violates = 9;
  struct edge *failing = graph_connect(graph, 2, 0);
  failing->violates = 11;
  failing->fails = true;
  graph->nodes[1].bad_end = true;
}

static uint32_t node_of(const uint8_t *state) {
  return graph_decode(state).node;
}

TEST(a_trail_is_played_step_by_step) {
  struct engine graph;
  make_graph(&graph);
  struct move moves[] = {step_of(0, 1, 0), step_of(0, 1, 1), step_of(2, 0, 0),
                         step_of(0, 0, 0)};
  const struct trail trail = {.moves = moves, .move_count = 4, .loop_start = 4};
  const char *printed[] = {"0/1.0;", "0/1.1;", "2/0.0;", "0/0.0;"};
  const uint32_t after[] = {0, 2, 0, 1};
  struct trail_player *player;
  bool done = false;
  CHECK(trail_play_open(&graph, &trail, &player) == STATUS_OK);
  for (size_t i = 0; i < 4; i++) {
    CHECK(trail_play_next(player, &done) == STATUS_OK && !done);
    const struct played *played = trail_played(player);
    CHECK(played->index == i);
    CHECK(strcmp(played->printed, printed[i]) == 0);
    CHECK(move_is_step(&moves[i], played->step));
    CHECK(played->step->value_count == 1);
    CHECK(played->step->values[0] == (int32_t)(moves[i].transition >> 8));
    CHECK(node_of(played->after) == after[i]);
    CHECK(i < 1 || node_of(played->before) == after[i - 1]);
    CHECK(played->has_violation == (i == 2));
  }
  CHECK(trail_play_next(player, &done) == STATUS_OK && done);
  CHECK(trail_end(player)->kind == VIOLATION_END_STATE);
  size_t length;
  CHECK(node_of(trail_state(player, &length)) == 1);
  CHECK(length == sizeof(struct graph_state));
  trail_play_close(player);
  CHECK(!graph.out);
  graph_clear(&graph);
}

TEST(a_step_that_fails_has_no_state_after_it) {
  struct engine graph;
  make_graph(&graph);
  struct move moves[] = {step_of(0, 1, 0), step_of(0, 1, 1), step_of(2, 1, 0),
                         step_of(0, 0, 0)};
  const struct trail trail = {.moves = moves, .move_count = 4, .loop_start = 4};
  struct trail_player *player;
  bool done = false;
  CHECK(trail_play_open(&graph, &trail, &player) == STATUS_OK);
  for (size_t i = 0; i < 3; i++)
    CHECK(trail_play_next(player, &done) == STATUS_OK);
  const struct played *played = trail_played(player);
  CHECK(!played->after && played->has_violation);
  CHECK(played->violation.kind == VIOLATION_RUNTIME);
  CHECK(strcmp(played->violation.message, "assert") == 0);
  CHECK(strcmp(played->printed, "2/1.0;") == 0);
  size_t length;
  CHECK(node_of(trail_state(player, &length)) == 2);
  CHECK(!trail_end(player));
  CHECK(trail_play_next(player, &done) == STATUS_BAD_INPUT);
  trail_play_close(player);
  graph_clear(&graph);
}

TEST(a_move_that_is_not_possible_is_refused) {
  struct engine graph;
  make_graph(&graph);
  struct move moves[] = {step_of(0, 1, 0), step_of(2, 0, 0)};
  const struct trail trail = {.moves = moves, .move_count = 2, .loop_start = 2};
  struct trail_player *player;
  bool done = false;
  CHECK(trail_play_open(&graph, &trail, &player) == STATUS_OK);
  CHECK(trail_play_next(player, &done) == STATUS_OK);
  CHECK(trail_play_next(player, &done) == STATUS_BAD_INPUT);
  trail_play_close(player);
  CHECK(!trail_repeats(&graph, &trail));
  graph_clear(&graph);
}

TEST(only_the_violation_of_the_trail_counts) {
  struct engine graph;
  make_graph(&graph);
  struct move moves[] = {step_of(0, 1, 0), step_of(0, 1, 1), step_of(2, 0, 0)};
  struct trail trail = {.moves = moves,
                        .move_count = 3,
                        .loop_start = 3,
                        .has_violation = true,
                        .violation = {.kind = VIOLATION_ASSERTION,
                                      .where = {.source = 1, .offset = 9}}};
  CHECK(trail_repeats(&graph, &trail));
  trail.violation.where.offset = 10;
  CHECK(!trail_repeats(&graph, &trail));
  trail.violation.where.offset = 9;
  trail.violation.kind = VIOLATION_RUNTIME;
  CHECK(!trail_repeats(&graph, &trail));
  trail.violation.kind = VIOLATION_ASSERTION;
  trail.move_count = 2;
  CHECK(!trail_repeats(&graph, &trail));
  graph_clear(&graph);
}

TEST(a_model_without_initial_state_cannot_move) {
  struct engine graph;
  make_graph(&graph);
  graph.no_initial = true;
  struct move moves[] = {step_of(0, 0, 0)};
  const struct trail trail = {.moves = moves, .move_count = 1, .loop_start = 1};
  struct trail_player *player;
  bool done = false;
  size_t length;
  CHECK(trail_play_open(&graph, &trail, &player) == STATUS_OK);
  CHECK(!trail_state(player, &length));
  CHECK(trail_end(player)->kind == VIOLATION_RUNTIME);
  CHECK(trail_play_next(player, &done) == STATUS_BAD_INPUT);
  trail_play_close(player);
  trail_play_close(NULL);
  graph_clear(&graph);
}

/* Round and round, 0 to 2 in two steps and back. */
static void go_round(struct move *moves, size_t count) {
  for (size_t i = 0; i < count; i++)
    moves[i] = i % 3 < 2 ? step_of(0, 1, (uint32_t)(i % 3)) : step_of(2, 0, 0);
}

TEST(a_trail_is_repeated_from_where_it_is_new) {
  enum { MOVES = 900 };
  struct engine graph;
  make_graph(&graph);
  struct move moves[MOVES];
  const struct trail trail = {
      .moves = moves, .move_count = MOVES, .loop_start = MOVES};
  struct trail_stops stops = {.most_bytes = SIZE_MAX};
  go_round(moves, MOVES);
  CHECK(trail_repeats_from(&graph, &trail, &stops, 0));
  CHECK(stops.all.count > 1 && stops.all.items[0].moves < MOVES / 2);
  moves[MOVES - 3] = step_of(0, 3, 0); /* there is no such edge */
  CHECK(!trail_repeats_from(&graph, &trail, &stops, MOVES - 3));
  go_round(moves, MOVES);
  moves[0] = step_of(0, 3, 0); /* is not looked at again */
  CHECK(trail_repeats_from(&graph, &trail, &stops, MOVES - 3));
  CHECK(!trail_repeats_from(&graph, &trail, &stops, 0));
  trail_stops_clear(&stops);
  graph_clear(&graph);
}

TEST(stops_take_no_more_room_than_they_have) {
  enum { MOVES = 60000 };
  struct engine graph;
  make_graph(&graph);
  struct move *moves = malloc(MOVES * sizeof *moves);
  const struct trail trail = {
      .moves = moves, .move_count = MOVES, .loop_start = MOVES};
  struct trail_stops stops = {.most_bytes = 10 * sizeof(struct graph_state)};
  go_round(moves, MOVES);
  CHECK(trail_repeats_from(&graph, &trail, &stops, 0));
  CHECK(stops.states.count <= stops.most_bytes && stops.all.count > 3);
  const size_t last = stops.all.items[stops.all.count - 1].moves;
  CHECK(last > MOVES / 2);
  const uint64_t before = graph.expansions;
  CHECK(trail_repeats_from(&graph, &trail, &stops, last));
  CHECK(graph.expansions - before < MOVES / 2 + 10);
  trail_stops_clear(&stops);
  stops.most_bytes = 0;
  CHECK(trail_repeats_from(&graph, &trail, &stops, 0));
  CHECK(stops.all.count == 0);
  free(moves);
  graph_clear(&graph);
}

/* A trail that lies in a log behind another one. */
TEST(a_copy_in_a_log_is_the_same_run) {
  struct engine graph;
  make_graph(&graph);
  struct move moves[30];
  struct move_log log = {0};
  const struct trail trail = {
      .moves = moves, .move_count = 30, .loop_start = 3};
  go_round(moves, 30);
  for (int i = 0; i < 100; i++)
    move_log_add(&log, (struct move){0});
  const struct trail copy = trail_copy(&trail, &log);
  CHECK(copy.move_count == 30 && copy.loop_start == 3 && !copy.moves);
  for (size_t i = 0; i < 30; i++)
    CHECK(trail_move(&copy, i).from == moves[i].from);
  CHECK(trail_repeats(&graph, &copy));
  move_log_clear(&log);
  graph_clear(&graph);
}

RUN_TESTS(RUN(a_trail_is_played_step_by_step),
          RUN(a_step_that_fails_has_no_state_after_it),
          RUN(a_move_that_is_not_possible_is_refused),
          RUN(only_the_violation_of_the_trail_counts),
          RUN(a_model_without_initial_state_cannot_move),
          RUN(a_trail_is_repeated_from_where_it_is_new),
          RUN(stops_take_no_more_room_than_they_have),
          RUN(a_copy_in_a_log_is_the_same_run))
