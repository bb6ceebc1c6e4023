/* Which channels grow without bound, and how long the others become. */
#include "channels/channels.h"
#include "promela/promela.h"
#include "tap.h"

#include <string.h>

struct fixture {
  struct sources *sources;
  struct diag *diag;
  struct model *model;
  struct arena *arena;
  struct declared_channels declared;
  struct channels_result result;
};

static void load(struct fixture *f, const char *text) {
  const struct preprocess_config preprocess = {0};
  *f = (struct fixture){.sources = sources_open(), .arena = arena_open()};
  f->diag = diag_open(f->sources);
  if (promela_load_text("model.pml", text, strlen(text), &preprocess, f->diag,
                        &f->model) == STATUS_OK)
    f->declared = declared_list(f->model, f->arena);
  else
    printf("# a model with errors: %s\n", text);
}

static void unload(struct fixture *f) {
  model_close(f->model);
  diag_close(f->diag);
  sources_close(f->sources);
  arena_close(f->arena);
}

/* Only the capacity of `named` is ignored, unless that is NULL. */
static void test_named(struct fixture *f, const char *text, const char *named) {
  load(f, text);
  const struct declared_channel *channel =
      named ? declared_find(&f->declared, named) : NULL;
  const struct channels_config config = {.named = &channel,
                                         .named_count = named ? 1 : 0,
                                         .most_capacity = 32,
                                         .limits = {.max_bytes = 1 << 28}};
  channels_test(&config, f->model, &f->declared, f->arena, &f->result);
}

static const struct channel_bound *bound_of(const struct fixture *f,
                                            const char *name) {
  for (size_t i = 0; i < f->result.bound_count; i++)
    if (strcmp(f->result.bounds[i].slot->name, name) == 0)
      return &f->result.bounds[i];
  return NULL;
}

/* Does the test answer that channel q can hold so many messages? */
static bool bounds_q(const char *text, uint32_t longest) {
  struct fixture f;
  test_named(&f, text, NULL);
  const struct channel_bound *q = bound_of(&f, "q");
  const bool answer = f.result.verdict == CHANNELS_BOUNDED && q &&
                      q->longest == longest && !q->grows;
  if (!answer)
    printf("# verdict %d, q up to %u\n", f.result.verdict, q ? q->longest : 0);
  unload(&f);
  return answer;
}

/* Does it find that q grows, leaving these messages each time? */
static bool grows_q(const char *text, const char *contents) {
  struct fixture f;
  test_named(&f, text, NULL);
  const struct repetition *repetition = &f.result.repetition;
  const bool answer = f.result.verdict == CHANNELS_UNBOUNDED &&
                      repetition->growth_count == 1 &&
                      strcmp(repetition->growths[0].slot->name, "q") == 0 &&
                      strcmp(repetition->growths[0].contents, contents) == 0;
  if (!answer)
    printf("# verdict %d, leaves %s\n", f.result.verdict,
           f.result.verdict == CHANNELS_UNBOUNDED
               ? repetition->growths[0].contents
               : "nothing");
  unload(&f);
  return answer;
}

static enum channels_verdict verdict_on(const char *text, const char *named) {
  struct fixture f;
  test_named(&f, text, named);
  const enum channels_verdict verdict = f.result.verdict;
  unload(&f);
  return verdict;
}

/* ---- plain sending and receiving ---- */

TEST(the_messages_of_crossing_opens_and_closes_pile_up) {
  struct fixture f;
  test_named(&f,
             "mtype = { open, close, disc };\n"
             "chan c = [1] of { mtype }; chan s = [1] of { mtype };\n"
             "active proctype client() { do :: s!open;\n"
             "  if :: s!close :: c?disc fi od }\n"
             "active proctype server() { do :: s?open;\n"
             "  if :: s?close :: c!disc fi od }\n",
             NULL);
  CHECK(f.result.verdict == CHANNELS_UNBOUNDED);
  CHECK(f.result.figures.states < 100);
  CHECK(bound_of(&f, "s")->grows && !bound_of(&f, "c")->grows);
  const struct repetition *repetition = &f.result.repetition;
  CHECK(repetition->loop_start < repetition->count);
  const struct engine_config config = {.rooms = repetition->rooms,
                                       .room_count = repetition->room_count};
  struct trail trail = {.moves = repetition->moves,
                        .move_count = repetition->count,
                        .loop_start = repetition->loop_start};
  const struct channel_slot *grown =
      channels_grown_by(f.model, &config, &trail);
  CHECK(grown && strcmp(grown->name, "s") == 0);
  trail.loop_start++; /* half a round does not repeat */
  CHECK(!channels_grown_by(f.model, &config, &trail));
  trail.loop_start = trail.move_count;
  CHECK(!channels_grown_by(f.model, &config, &trail));
  unload(&f);
}

TEST(who_waits_for_an_answer_sends_one_message) {
  CHECK(bounds_q("chan q = [4] of { bit }; chan r = [4] of { bit };\n"
                 "active proctype S() { bit b;\n"
                 "  do :: q!b; r?eval(b); b = 1 - b od }\n"
                 "active proctype R() { bit c;\n"
                 "  do :: q?c; r!c od }\n",
                 1));
}

TEST(a_sender_that_never_waits_fills_any_channel) {
  CHECK(grows_q("chan q = [1] of { byte };\n"
                "active proctype S() { do :: q!7 od }\n"
                "active proctype R() { do :: q?_ od }\n",
                "[7]"));
}

TEST(a_round_may_take_messages_out_again) {
  CHECK(grows_q("chan q = [1] of { byte };\n"
                "active proctype P() { do :: q!1; q!1; q?1 od }\n",
                "[1]"));
}

/* The second round would need what the first has left behind the other. */
TEST(more_messages_are_no_proof_that_a_round_repeats) {
  CHECK(bounds_q("chan q = [1] of { byte };\n"
                 "active proctype P() { do :: q!1; q!2; q?1 od }\n",
                 3));
}

TEST(a_counter_bounds_its_channel) {
  CHECK(bounds_q("chan q = [1] of { byte }; byte n;\n"
                 "active proctype S() { do :: n < 21 -> q!n; n++ od }\n",
                 21));
}

TEST(only_the_capacity_of_a_named_channel_is_ignored) {
  const char *text = "chan q = [2] of { bit }; chan r = [2] of { bit };\n"
                     "active proctype S() { do :: r!1; q!1 od }\n";
  CHECK(verdict_on(text, NULL) == CHANNELS_UNBOUNDED);
  CHECK(verdict_on(text, "q") == CHANNELS_BOUNDED);
  CHECK(verdict_on(text, "r") == CHANNELS_BOUNDED);
}

TEST(a_handshake_stays_one) {
  CHECK(bounds_q("chan h = [0] of { bit }; chan q = [1] of { bit };\n"
                 "active proctype S() { do :: h!1; q!1 od }\n"
                 "active proctype R() { do :: q?_; h?_ od }\n",
                 0));
}

TEST(a_channel_of_a_process_is_tested_too) {
  struct fixture f;
  test_named(&f,
             "proctype P() { chan own = [1] of { byte };\n"
             "  do :: own!3 od }\n"
             "init { run P(); run P() }\n",
             NULL);
  CHECK(f.result.verdict == CHANNELS_UNBOUNDED);
  CHECK(f.result.repetition.growth_count == 1);
  CHECK(f.result.repetition.growths[0].pid > 0);
  CHECK(strcmp(f.result.repetition.growths[0].process, "P") == 0);
  unload(&f);
}

/* ---- statements that ask what is not possible ---- */

TEST(else_may_see_what_a_round_has_left) {
  CHECK(bounds_q("chan q = [1] of { bit };\n"
                 "active proctype P() { do :: q?_ :: else -> q!1 od }\n",
                 1));
}

TEST(an_empty_channel_may_be_the_reason_to_send) {
  CHECK(bounds_q("chan q = [1] of { bit };\n"
                 "active proctype P() { do :: empty(q) -> q!1; q!0 od }\n",
                 2));
  CHECK(grows_q("chan q = [1] of { bit };\n"
                "active proctype P() { q!1; do :: nempty(q) -> q!0 od }\n",
                "[0]"));
}

TEST(a_timeout_waits_until_messages_are_taken) {
  CHECK(bounds_q("chan q = [1] of { bit };\n"
                 "active proctype S() { do :: timeout -> q!1 od }\n"
                 "active proctype R() { do :: q?_ od }\n",
                 1));
}

TEST(an_escape_ends_a_loop_of_sends) {
  CHECK(bounds_q("chan q = [1] of { bit };\n"
                 "active proctype P() {\n"
                 "  { do :: q!1 od } unless { nempty(q) } }\n",
                 1));
}

/* ---- looking further into a channel ---- */

TEST(a_length_that_is_looked_at_bounds_its_channel) {
  CHECK(bounds_q("chan q = [1] of { bit };\n"
                 "active proctype P() { do :: len(q) < 6 -> q!1 od }\n",
                 6));
}

TEST(a_comparison_with_a_length_comes_to_one_answer) {
  CHECK(grows_q("chan q = [1] of { byte };\n"
                "active proctype P() { do :: q!1; assert(len(q) > 0) od }\n",
                "[1]"));
  CHECK(grows_q("chan q = [1] of { byte };\n"
                "active proctype P() { do :: len(q) != 3 -> q!1\n"
                "  :: 3 == len(q) -> q!2 od }\n",
                "[1]"));
  CHECK(bounds_q("chan q = [1] of { byte };\n"
                 "active proctype P() { do :: len(q) != 7 -> q!1 od }\n",
                 7));
}

TEST(what_looks_into_a_channel_leaves_the_answer_open) {
  const char *tail[] = {"do :: q!1; assert(2 * len(q) > 0) od",
                        "do :: q!1 :: q??2 -> break od", "do :: q!!1 od",
                        "chan c; c = q; do :: q!1; assert(2 * len(c) > 0) od"};
  for (size_t i = 0; i < sizeof tail / sizeof tail[0]; i++) {
    char text[256];
    snprintf(text, sizeof text,
             "chan q = [1] of { byte };\nactive proctype P() { %s }", tail[i]);
    CHECK(verdict_on(text, NULL) == CHANNELS_UNKNOWN);
  }
}

TEST(looking_into_another_channel_does_no_harm) {
  CHECK(grows_q("chan q = [1] of { byte }; chan r = [1] of { byte };\n"
                "active proctype P() { do :: q!1; assert(len(r) == 0) od }\n",
                "[1]"));
}

/* ---- indivisible sequences ---- */

TEST(lengths_inside_an_indivisible_sequence_count) {
  CHECK(bounds_q("chan q = [1] of { bit };\n"
                 "active proctype P() { do ::\n"
                 "  atomic { q!1; q!1; q?_; q?_ } od }\n",
                 2));
  CHECK(bounds_q("chan q = [1] of { bit };\n"
                 "active proctype P() { do ::\n"
                 "  d_step { q!1; q!1; q!1; q?_; q?_; q?_ } od }\n",
                 3));
}

TEST(a_d_step_that_fills_a_channel_gets_more_room) {
  CHECK(bounds_q("chan q = [1] of { byte }; byte i;\n"
                 "active proctype P() { d_step {\n"
                 "  do :: i < 9 -> q!i; i++ :: else -> break od } }\n",
                 9));
}

TEST(the_sends_of_a_d_step_are_found_by_unrolling) {
  CHECK(grows_q("chan q = [1] of { byte };\n"
                "active proctype P() { do :: d_step { q!1; q!2 } od }\n",
                "[1] [2]"));
  CHECK(bounds_q("chan q = [1] of { byte };\n"
                 "active proctype P() {\n"
                 "  do :: d_step { empty(q); q!1; q!2; q?1 } od }\n",
                 2));
}

/* ---- limits ---- */

TEST(every_exact_store_gives_the_same_answer) {
  struct fixture f;
  load(&f,
       "chan q = [1] of { byte }; chan r = [1] of { byte };\n"
       "active proctype A() { byte n;\n"
       "  do :: n < 5 -> q!n; n++ :: r?_ -> n-- od }\n"
       "active proctype B() { do :: q?_ -> atomic { r!1; r!2; r?1 } od }\n");
  struct channels_config config = {.limits = {.max_bytes = 1 << 28}};
  struct channels_result other;
  channels_test(&config, f.model, &f.declared, f.arena, &f.result);
  config.open_store = store_open_hash;
  channels_test(&config, f.model, &f.declared, f.arena, &other);
  CHECK(other.verdict == f.result.verdict);
  CHECK(other.figures.states == f.result.figures.states);
  for (size_t i = 0; i < other.bound_count; i++)
    CHECK(other.bounds[i].longest == f.result.bounds[i].longest);
  unload(&f);
}

TEST(a_limit_leaves_the_longest_seen) {
  struct fixture f;
  load(&f, "chan q = [1] of { byte }; byte n;\n"
           "active proctype S() { do :: n < 200 -> q!n; n++ od }\n");
  const struct channels_config config = {.most_capacity = 16,
                                         .limits = {.max_bytes = 1 << 28}};
  channels_test(&config, f.model, &f.declared, f.arena, &f.result);
  CHECK(f.result.verdict == CHANNELS_UNKNOWN);
  CHECK(f.result.reason && strstr(f.result.reason, "capacity"));
  CHECK(bound_of(&f, "q")->longest == 16);
  const struct channels_config shallow = {
      .limits = {.max_bytes = 1 << 28, .max_depth = 5}};
  channels_test(&shallow, f.model, &f.declared, f.arena, &f.result);
  CHECK(f.result.verdict == CHANNELS_UNKNOWN);
  CHECK(f.result.reason && strstr(f.result.reason, "depth"));
  unload(&f);
}

RUN_TESTS(RUN(the_messages_of_crossing_opens_and_closes_pile_up),
          RUN(who_waits_for_an_answer_sends_one_message),
          RUN(a_sender_that_never_waits_fills_any_channel),
          RUN(a_round_may_take_messages_out_again),
          RUN(more_messages_are_no_proof_that_a_round_repeats),
          RUN(a_counter_bounds_its_channel),
          RUN(only_the_capacity_of_a_named_channel_is_ignored),
          RUN(a_handshake_stays_one), RUN(a_channel_of_a_process_is_tested_too),
          RUN(else_may_see_what_a_round_has_left),
          RUN(an_empty_channel_may_be_the_reason_to_send),
          RUN(a_timeout_waits_until_messages_are_taken),
          RUN(an_escape_ends_a_loop_of_sends),
          RUN(a_length_that_is_looked_at_bounds_its_channel),
          RUN(a_comparison_with_a_length_comes_to_one_answer),
          RUN(what_looks_into_a_channel_leaves_the_answer_open),
          RUN(looking_into_another_channel_does_no_harm),
          RUN(lengths_inside_an_indivisible_sequence_count),
          RUN(a_d_step_that_fills_a_channel_gets_more_room),
          RUN(the_sends_of_a_d_step_are_found_by_unrolling),
          RUN(every_exact_store_gives_the_same_answer),
          RUN(a_limit_leaves_the_longest_seen))
