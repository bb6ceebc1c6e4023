#include "model/dead.h"
#include "model_kit.h"
#include "tap.h"

/* Is a variable dead where a process is about to execute a statement? */
static bool is_dead_before(const char *text, const char *process,
                           const char *variable, const char *statement) {
  struct loaded loaded;
  load_model(&loaded, text);
  struct arena *arena = arena_open();
  struct dead_place **dead = dead_find(loaded.model, arena);
  const struct proctype *proctype = find_process(loaded.model, process);
  const struct var *var = find_local(loaded.model, process, variable);
  const struct action *action = find_action(loaded.model, statement);
  bool is_dead = false;
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    const struct location *at = &proctype->locations[l];
    bool is_there = false;
    for (uint32_t t = 0; t < at->transition_count; t++)
      is_there |= at->transitions[t].action == action;
    const struct dead_place *place = &dead[proctype->index][l];
    for (uint32_t i = 0; is_there && i < place->count; i++)
      is_dead |=
          var->offset - place->pieces[i].offset < place->pieces[i].length;
  }
  arena_close(arena);
  loaded_clear(&loaded);
  return is_dead;
}

static const char ONCE[] = "byte g; active proctype P() {\n"
                           "  byte x, y;\n"
                           "  x = 1; g = x; y = 2; x = 3; g = x + y; g = 0 }";

TEST(a_value_is_dead_until_it_is_set_and_after_it_was_read_last) {
  CHECK(is_dead_before(ONCE, "P", "x", "x = 1"));
  CHECK(!is_dead_before(ONCE, "P", "x", "g = x"));
  CHECK(is_dead_before(ONCE, "P", "x", "y = 2"));
  CHECK(!is_dead_before(ONCE, "P", "y", "x = 3"));
  CHECK(is_dead_before(ONCE, "P", "x", "g = 0"));
}

TEST(one_way_on_that_reads_it_keeps_a_value_alive) {
  static const char text[] = "byte g; active proctype P() {\n"
                             "  byte x = 1; byte y;\n"
                             "  g = 7;\n"
                             "  do :: g < 3 -> x = 2 :: g > 5 -> g = x od }";
  CHECK(!is_dead_before(text, "P", "x", "g = 7"));
  CHECK(is_dead_before(text, "P", "x", "x = 2"));
  CHECK(is_dead_before(text, "P", "y", "g = 7"));
}

/* An element that is set leaves the others as they were. */
TEST(an_array_lives_as_a_whole) {
  static const char text[] = "byte g; active proctype P() {\n"
                             "  byte a[2];\n"
                             "  a[0] = 1; g = 5; a[1] = 2; g = a[0]; g = 6 }";
  CHECK(!is_dead_before(text, "P", "a", "g = 5"));
  CHECK(!is_dead_before(text, "P", "a", "a[0] = 1"));
  CHECK(is_dead_before(text, "P", "a", "g = 6"));
}

TEST(what_others_look_at_never_dies) {
  static const char remote[] = "byte g; active proctype P() { byte x; x = 1;\n"
                               "  g = 1 }\n"
                               "active proctype Q() { P:x == 1 }";
  static const char provided[] =
      "byte g; active proctype P() provided (g < 2) { byte x; x = 1; g = 1 }\n"
      "ltl f { [] (P:x < 2) }";
  CHECK(!is_dead_before(remote, "P", "x", "g = 1"));
  CHECK(!is_dead_before(provided, "P", "x", "g = 1"));
}

/* A message may have fewer fields than the receive asks for. */
TEST(a_receive_sets_only_what_every_channel_brings) {
  static const char all[] = "byte g; chan q = [1] of { byte, byte };\n"
                            "active proctype P() { byte x, y;\n"
                            "  x = 1; y = 1; q?x,y; g = x + y }";
  static const char few[] = "byte g; chan q = [1] of { byte, byte };\n"
                            "chan r = [1] of { byte };\n"
                            "active proctype P() { byte x, y;\n"
                            "  x = 1; y = 1; q?x,y; g = x + y }";
  CHECK(is_dead_before(all, "P", "x", "q?x,y"));
  CHECK(is_dead_before(all, "P", "y", "q?x,y"));
  CHECK(is_dead_before(few, "P", "x", "q?x,y"));
  CHECK(!is_dead_before(few, "P", "y", "q?x,y"));
}

TEST(a_d_step_reads_and_sets_what_its_statements_do) {
  static const char text[] = "byte g; active proctype P() { byte x, y, z;\n"
                             "  x = 1; y = 1; z = 1; g = 4;\n"
                             "  d_step { y = x; if :: g > 2 -> z = 2\n"
                             "    :: else fi; g = y };\n"
                             "  g = 5; g = z + y }";
  CHECK(!is_dead_before(text, "P", "x", "g = 4"));
  CHECK(is_dead_before(text, "P", "x", "g = 5"));
  CHECK(is_dead_before(text, "P", "y", "g = 4"));
  CHECK(!is_dead_before(text, "P", "y", "g = 5"));
  CHECK(!is_dead_before(text, "P", "z", "g = 4")); /* not set on each way */
}

TEST(variables_side_by_side_are_one_piece) {
  struct loaded loaded;
  load_model(&loaded, "byte g; active proctype P() { byte a, b, c, d; g = 1 }");
  struct arena *arena = arena_open();
  struct dead_place **dead = dead_find(loaded.model, arena);
  const struct proctype *proctype = find_process(loaded.model, "P");
  const struct dead_place *first = &dead[proctype->index][proctype->initial];
  CHECK(first->count == 1);
  CHECK(first->pieces[0].length == 4);
  arena_close(arena);
  loaded_clear(&loaded);
}

RUN_TESTS(RUN(a_value_is_dead_until_it_is_set_and_after_it_was_read_last),
          RUN(one_way_on_that_reads_it_keeps_a_value_alive),
          RUN(an_array_lives_as_a_whole), RUN(what_others_look_at_never_dies),
          RUN(a_receive_sets_only_what_every_channel_brings),
          RUN(a_d_step_reads_and_sets_what_its_statements_do),
          RUN(variables_side_by_side_are_one_piece))
