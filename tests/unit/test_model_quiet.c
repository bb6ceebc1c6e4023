#include "model/quiet.h"
#include "model_kit.h"
#include "tap.h"

/* How quiet it is where process P is about to execute a statement. */
static enum quietness before(const char *text, const char *statement) {
  struct loaded loaded;
  load_model(&loaded, text);
  struct arena *arena = arena_open();
  uint8_t **quiet = quiet_find(loaded.model, arena);
  const struct proctype *proctype = find_process(loaded.model, "P");
  const struct action *action = find_action(loaded.model, statement);
  enum quietness found = NOT_QUIET;
  for (uint32_t l = 1; l < proctype->location_count; l++)
    for (uint32_t t = 0; t < proctype->locations[l].transition_count; t++)
      if (proctype->locations[l].transitions[t].action == action)
        found = quiet[proctype->index][l];
  arena_close(arena);
  loaded_clear(&loaded);
  return found;
}

TEST(what_nobody_else_looks_at_is_quiet) {
  static const char text[] = "byte g; active proctype P() { byte x;\n"
                             "  g = 1; x = 1; x = g; x = 2; g = 2 }";
  CHECK(before(text, "x = 1") == QUIET);
  CHECK(before(text, "x = g") == NOT_QUIET);
  CHECK(before(text, "x = 2") == QUIET);
  CHECK(before(text, "g = 2") == NOT_QUIET);
}

/* Who leaves the loop at once passes its beginning. */
TEST(a_loop_is_cut_where_only_those_come_who_go_round) {
  static const char text[] =
      "byte g; active proctype P() { byte i;\n"
      "  do :: i == _pid -> i = i + 1 :: i != _pid -> g = i; i = 7 od }";
  CHECK(before(text, "i == _pid") == QUIET);
  CHECK(before(text, "i = i + 1") == QUIET_ONCE);
  CHECK(before(text, "i = 7") == QUIET);
  CHECK(before(text, "g = i") == NOT_QUIET);
}

TEST(a_loop_of_one_statement_is_cut_there) {
  static const char text[] = "active proctype P() { byte i;\n"
                             "  i = 0; do :: i = 1 - i od }";
  CHECK(before(text, "i = 1 - i") == QUIET_ONCE);
}

TEST(a_loop_in_which_something_can_be_noticed_is_not_cut) {
  static const char text[] = "byte g; active proctype P() { byte i;\n"
                             "  do :: i < 3 -> g = i; i = i + 1\n"
                             "     :: i >= 3 -> i = 0; g = 9 od }";
  CHECK(before(text, "i < 3") == QUIET);
  CHECK(before(text, "i = i + 1") == QUIET);
  CHECK(before(text, "i = 0") == QUIET);
}

/* Two loops meet in one place, which cuts both. */
TEST(one_cut_is_enough_for_loops_that_share_a_place) {
  static const char text[] = "active proctype P() { byte i, j;\n"
                             "  do\n"
                             "  :: i < 3 -> i = i + 1;\n"
                             "     if :: i == 1 -> j = 1 :: else -> j = 2 fi\n"
                             "  od }";
  const enum quietness found[] = {
      before(text, "i < 3"), before(text, "i = i + 1"), before(text, "i == 1"),
      before(text, "j = 1"), before(text, "j = 2")};
  unsigned cuts = 0;
  for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
    CHECK(found[i] != NOT_QUIET);
    cuts += found[i] == QUIET_ONCE;
  }
  CHECK(cuts == 1);
}

RUN_TESTS(RUN(what_nobody_else_looks_at_is_quiet),
          RUN(a_loop_is_cut_where_only_those_come_who_go_round),
          RUN(a_loop_of_one_statement_is_cut_there),
          RUN(a_loop_in_which_something_can_be_noticed_is_not_cut),
          RUN(one_cut_is_enough_for_loops_that_share_a_place))
