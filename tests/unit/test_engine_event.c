/* What the watch of the interpreter hears of the steps from an initial state.
 */
#include "base/vec.h"
#include "engine/engine.h"
#include "promela/promela.h"
#include "tap.h"

#include <string.h>

struct fixture {
  struct sources *sources;
  struct diag *diag;
  struct model *model;
  struct engine *engine;
  struct engine_watch watch;
  uint32_t atoms[8];
  VEC(uint64_t) heard; /* of each successor */
};

/* The atoms of the model's formula are watched, in its order. */
static bool open_model(struct fixture *f, const char *text) {
  const struct preprocess_config preprocess = {0};
  const struct engine_config config = {0};
  *f = (struct fixture){.sources = sources_open()};
  f->diag = diag_open(f->sources);
  if (promela_load_text("model.pml", text, strlen(text), &preprocess, f->diag,
                        &f->model) != STATUS_OK)
    return false;
  for (uint32_t i = 0; i < f->model->atom_count && i < 8; i++)
    f->atoms[f->watch.atom_count++] = i;
  f->watch.atoms = f->atoms;
  return engine_open_bytecode(f->model, &config, &f->engine) == STATUS_OK;
}

static void close_model(struct fixture *f) {
  engine_close(f->engine);
  model_close(f->model);
  diag_close(f->diag);
  sources_close(f->sources);
  vec_free(&f->heard);
}

static bool note_successor(void *context, const struct successor *successor) {
  struct fixture *f = context;
  vec_push(&f->heard, successor->heard);
  return true;
}

static bool pass_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  (void)context, (void)violation, (void)steps, (void)step_count;
  return true;
}

static void expand(struct fixture *f) {
  const struct engine_visitor visitor = {
      .context = f, .successor = note_successor, .violation = pass_violation};
  const uint8_t *state;
  size_t length;
  struct violation violation;
  f->heard.count = 0;
  (void)engine_initial(f->engine, &state, &length, &violation);
  (void)engine_expand(f->engine, state, length, NO_PROCESS, 0, &visitor);
}

static bool was_heard(const struct fixture *f, uint64_t letter) {
  for (size_t i = 0; i < f->heard.count; i++)
    if (f->heard.items[i] == letter)
      return true;
  return false;
}

TEST(a_handshake_is_heard_from_both_sides) {
  struct fixture f;
  CHECK(open_model(&f, "chan q = [0] of { byte, bit };\n"
                       "active proctype P() { q ! 3, 1 }\n"
                       "active proctype Q() { there: q ? _, _ }\n"
                       "ltl { [] (moves(0) || moves(Q) || sends(q, _, 1) ||\n"
                       "  receives(q, 3) || passes(Q@there) ||\n"
                       "  executes(P, 2) || sends(q, 2) || executes(Q, 3)) }"));
  (void)engine_watch(f.engine, &f.watch);
  expand(&f);
  CHECK(f.heard.count == 1 && f.heard.items[0] == 0xbf);
  close_model(&f);
}

TEST(without_a_watch_nothing_is_heard) {
  struct fixture f;
  CHECK(open_model(&f, "active proctype P() { skip }\n"
                       "ltl { [] (moves(0) || _nr_pr == 1) }"));
  CHECK(engine_watch(f.engine, &f.watch) == NULL);
  expand(&f);
  CHECK(f.heard.count == 1 && f.heard.items[0] == 1); /* no state atoms */
  CHECK(engine_is_event(f.engine, 0) && !engine_is_event(f.engine, 1));
  CHECK(engine_watch(f.engine, NULL) == &f.watch);
  expand(&f);
  CHECK(f.heard.count == 1 && f.heard.items[0] == 0);
  close_model(&f);
}

static const char LOOP[] =
    "chan q = [1] of { byte };\n"
    "active proctype P() {\n"
    "  atomic { do :: q ! 1; q ? 1 :: q ! 2; q ? 2 :: break od }\n"
    "}\n"
    "ltl { [] (sends(q, 1) || sends(q, 2)) }";

/* Any number of times round the loop, in any order: all end in one state. */
TEST(ways_through_an_atomic_differ_by_what_is_heard) {
  struct fixture f;
  CHECK(open_model(&f, LOOP));
  expand(&f);
  const size_t unwatched = f.heard.count;
  (void)engine_watch(f.engine, &f.watch);
  expand(&f);
  CHECK(f.heard.count >= 4 && unwatched < f.heard.count);
  for (uint64_t letter = 0; letter < 4; letter++)
    CHECK(was_heard(&f, letter));
  close_model(&f);
}

/* The last two messages, in order. */
static uint64_t read_order(void *context, uint64_t before, uint64_t letter) {
  (void)context;
  return letter ? (before << 2 | letter) & 15 : before;
}

TEST(a_reader_is_given_the_statements_one_by_one) {
  struct fixture f;
  CHECK(open_model(&f, LOOP));
  f.watch.read = read_order;
  (void)engine_watch(f.engine, &f.watch);
  expand(&f);
  const uint64_t orders[] = {0, 1, 2, 5, 6, 9, 10};
  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
    CHECK(was_heard(&f, orders[i]));
  f.watch.start = 2;
  expand(&f);
  CHECK(!was_heard(&f, 0) && was_heard(&f, 2) && was_heard(&f, 9));
  close_model(&f);
}

/* Inside a d_step, behind the receive that begins it, and of an operand that
 * has no value.
 */
TEST(a_d_step_is_one_letter) {
  struct fixture f;
  CHECK(open_model(&f, "chan h = [0] of { byte };\n"
                       "chan q = [1] of { byte };\n"
                       "byte a[2], i = 7;\n"
                       "active proctype P() { h ! 4 }\n"
                       "active proctype Q() {\n"
                       "  byte v;\n"
                       "  first: d_step { h ? v; q ! v + 1; q ? v }\n"
                       "}\n"
                       "ltl { [] (sends(h, 4) || sends(q, 5) ||\n"
                       "  receives(q, 5) || sends(q, 4) ||\n"
                       "  passes(Q@first) || sends(h, a[i])) }"));
  (void)engine_watch(f.engine, &f.watch);
  expand(&f);
  CHECK(f.heard.count == 1 && f.heard.items[0] == 0x17);
  close_model(&f);
}

RUN_TESTS(RUN(a_handshake_is_heard_from_both_sides),
          RUN(without_a_watch_nothing_is_heard),
          RUN(ways_through_an_atomic_differ_by_what_is_heard),
          RUN(a_reader_is_given_the_statements_one_by_one),
          RUN(a_d_step_is_one_letter))
