/* engine/graph: a graph behaves as a model of one process. */
#include "engine/graph/graph.h"

#include "base/vec.h"
#include "tap.h"

#include <string.h>

struct fixture {
  struct sources *sources;
  struct lts *lts;
  struct model *model;
  struct engine *engine;
};

/* 0 -a-> 1, 0 -b-> 2, 1 -a-> 0; 2 has no transition. */
static void fixture_init(struct fixture *f) {
  struct lts_builder *builder = lts_builder_open();
  const uint32_t a = lts_builder_label(builder, "a", 1);
  const uint32_t b = lts_builder_label(builder, "b", 1);
  lts_builder_edge(builder, 0, a, 1);
  lts_builder_edge(builder, 0, b, 2);
  lts_builder_edge(builder, 1, a, 0);
  f->lts = lts_builder_finish(builder, 3, 0);
  lts_builder_close(builder);
  f->sources = sources_open();
  f->model = graph_model_open(f->lts, "g.aut", f->sources);
  engine_open_graph(f->model, f->lts, &f->engine);
}

static void fixture_clear(struct fixture *f) {
  engine_close(f->engine);
  model_close(f->model);
  lts_close(f->lts);
  sources_close(f->sources);
}

struct seen {
  VEC(uint32_t) targets;
  VEC(struct step) steps;
  VEC(uint64_t) heard;
  unsigned end_states;
};

static bool on_successor(void *context, const struct successor *successor) {
  struct seen *seen = context;
  uint32_t target;
  memcpy(&target, successor->state, sizeof target);
  vec_push(&seen->targets, target);
  vec_push(&seen->steps, successor->steps[0]);
  vec_push(&seen->heard, successor->heard);
  return true;
}

static bool on_violation(void *context, const struct violation *violation,
                         const struct step *steps, size_t step_count) {
  struct seen *seen = context;
  (void)steps;
  seen->end_states += violation->kind == VIOLATION_END_STATE && step_count == 0;
  return true;
}

static void expand(struct fixture *f, uint32_t state, struct seen *seen) {
  const struct engine_visitor visitor = {
      .context = seen, .successor = on_successor, .violation = on_violation};
  engine_expand(f->engine, (const uint8_t *)&state, sizeof state, NO_PROCESS, 0,
                &visitor);
}

static void seen_clear(struct seen *seen) {
  vec_free(&seen->targets);
  vec_free(&seen->steps);
  vec_free(&seen->heard);
}

TEST(successors_are_the_edges_in_their_order) {
  struct fixture f;
  struct seen seen = {0};
  fixture_init(&f);
  expand(&f, 0, &seen);
  CHECK(seen.targets.count == 2 && seen.end_states == 0);
  CHECK(seen.targets.items[0] == 1 && seen.targets.items[1] == 2);
  const struct step *step = &seen.steps.items[1];
  CHECK(step->pid == 0 && step->from == 0 && step->transition == 1);
  CHECK(strcmp(step->action->text, "b") == 0 && step->partner == NO_PROCESS);
  seen_clear(&seen);
  fixture_clear(&f);
}

TEST(a_state_without_edges_is_an_invalid_end) {
  struct fixture f;
  struct seen seen = {0};
  fixture_init(&f);
  expand(&f, 2, &seen);
  CHECK(seen.targets.count == 0 && seen.end_states == 1);
  seen_clear(&seen);
  fixture_clear(&f);
}

TEST(labels_are_heard) {
  struct fixture f;
  struct seen seen = {0};
  fixture_init(&f);
  const uint32_t atoms[] = {graph_model_atom(f.model, f.lts, "no such label"),
                            graph_model_atom(f.model, f.lts, "b"),
                            graph_model_atom(f.model, f.lts, "a")};
  const struct engine_watch watch = {.atoms = atoms, .atom_count = 3};
  CHECK(graph_model_atom(f.model, f.lts, "b") == atoms[1]);
  CHECK(engine_is_event(f.engine, atoms[0]));
  CHECK(!engine_is_event(f.engine, f.model->np_atom));
  CHECK(engine_watch(f.engine, &watch) == NULL);
  expand(&f, 0, &seen);
  CHECK(seen.heard.items[0] == 4 && seen.heard.items[1] == 2);
  CHECK(engine_watch(f.engine, NULL) == &watch);
  seen_clear(&seen);
  fixture_clear(&f);
}

TEST(its_process_waits_for_the_labels_of_its_state) {
  struct fixture f;
  fixture_init(&f);
  const uint32_t states[] = {0, 2};
  uint32_t location;
  for (int i = 0; i < 2; i++) {
    const struct proctype *process = engine_process(
        f.engine, (const uint8_t *)&states[i], sizeof states[i], 0, &location);
    CHECK(location < process->location_count);
    CHECK(process->locations[location].transition_count == (i == 0 ? 2 : 0));
  }
  fixture_clear(&f);
}

RUN_TESTS(RUN(successors_are_the_edges_in_their_order),
          RUN(a_state_without_edges_is_an_invalid_end), RUN(labels_are_heard),
          RUN(its_process_waits_for_the_labels_of_its_state))
