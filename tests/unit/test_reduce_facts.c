/* reduce/facts: what is known of places before a model runs. */
#include "reduce/facts.h"

#include "base/buffer.h"
#include "model/flow.h"
#include "model_kit.h"
#include "tap.h"

static const struct watched nothing = {0};

/* ---- sticky places ---- */

/* The graph of the places that are neither sticky nor expanded fully anyway. */
static struct links links_between_others(const struct proctype *proctype,
                                         const struct place_facts *places) {
  struct links all = flow_links(proctype), links = {0};
  for (uint32_t l = 0; l < proctype->location_count; l++) {
    const uint32_t end = links_end(&all, l);
    for (uint32_t e = links_begin(&all, l); e < end; e++) {
      const uint32_t to = all.targets.items[e];
      if (!places[l].sticky && !places[l].apart && !places[to].sticky &&
          !places[to].apart)
        links_add(&links, to);
    }
    links_close_node(&links);
  }
  links_free(&all);
  return links;
}

static bool has_cycle(const struct links *links, uint32_t count) {
  struct strong strong;
  bool found = false;
  strong_find(links, &strong);
  for (uint32_t l = 0; l < count; l++) {
    const uint32_t end = links_end(links, l), c = strong.component[l];
    for (uint32_t e = links_begin(links, l); e < end; e++)
      found |= strong.component[links->targets.items[e]] == c;
  }
  strong_free(&strong);
  return found;
}

/* Does every cycle of process P meet a sticky place? */
static bool breaks_cycles(const char *text, uint64_t effort) {
  struct loaded loaded;
  struct facts facts;
  load_model(&loaded, text);
  facts_init_within(&facts, loaded.model, &nothing, ORDERS_ARE_AS_GOOD, effort);
  const struct proctype *proctype = find_process(loaded.model, "P");
  struct links links =
      links_between_others(proctype, facts.places[proctype->index]);
  const bool found = has_cycle(&links, proctype->location_count);
  links_free(&links);
  facts_clear(&facts);
  loaded_clear(&loaded);
  return !found;
}

static const char *const WITH_CYCLES[] = {
    "byte g; active proctype P() { do :: g = 1 :: g = 2; g = 3 od }",
    "byte g; active proctype P() { byte x; do :: x = 1; x = g :: g = x :: x = "
    "2 "
    "od }",
    "byte g; active proctype P() { byte x;\n"
    "A: x = 1; if :: x == _pid -> goto B :: else -> g = 2 fi;\n"
    "B: x = 2; if :: x == _pid -> goto A :: g == 3 -> goto C :: else fi;\n"
    "C: if :: x == 1 -> goto B :: x == 4 -> goto A :: g == 1 fi }",
    "byte g; active proctype P() { do :: atomic { g == 1 -> g = 2 }\n"
    ":: d_step { g = 3; g = 4 } :: g > 7 -> do :: g = 5 :: break od od }",
};

TEST(every_cycle_meets_a_sticky_place_whatever_the_effort) {
  for (size_t i = 0; i < sizeof WITH_CYCLES / sizeof WITH_CYCLES[0]; i++)
    for (uint64_t effort = 0; effort < 100; effort += 7)
      CHECK(breaks_cycles(WITH_CYCLES[i], effort));
}

/* ---- what places do ---- */

/* Do P, at its first statement, and Q, later on, touch the same? */
static bool meets_later(const char *text) {
  struct loaded loaded;
  struct facts facts;
  load_model(&loaded, text);
  facts_init(&facts, loaded.model, &nothing, ORDERS_AGREE);
  const struct proctype *p = find_process(loaded.model, "P");
  const struct proctype *q = find_process(loaded.model, "Q");
  const struct tracks now = footprint_of_any(
      &facts.universe, &facts.places[p->index][p->initial].now);
  const struct tracks future = footprint_of_any(
      &facts.universe, &facts.places[q->index][q->initial].future);
  const bool meet = tracks_conflict(&now, &future);
  facts_clear(&facts);
  loaded_clear(&loaded);
  return meet;
}

TEST(an_atomic_does_at_its_start_what_is_anywhere_inside) {
  CHECK(meets_later("byte a, b; active proctype P() { atomic {\n"
                    "  do :: a = 1 :: break od; if :: b = 1 :: a = 2 fi } }\n"
                    "active proctype Q() { b = 2 }"));
  CHECK(!meets_later("byte a, b; active proctype P() { a = 1; b = 1 }\n"
                     "active proctype Q() { b = 2 }"));
}

TEST(the_future_goes_round_loops_and_into_what_is_started) {
  CHECK(meets_later("byte a; active proctype P() { a = 1 }\n"
                    "proctype R() { byte x; do :: x = 1 :: a == 2 -> break od }"
                    "active proctype Q() { byte y;\n"
                    "A: y = 1; if :: goto A :: run R() fi; goto A }"));
  CHECK(!meets_later("byte a, b; active proctype P() { a = 1 }\n"
                     "proctype R() { byte x; do :: x = 1 :: b == 2 od }\n"
                     "active proctype Q() { byte y;\n"
                     "A: y = 1; if :: goto A :: run R() fi; goto A }"));
}

/* Each element is told by a variable of its own. */
TEST(many_accesses_are_as_good_as_few) {
  enum { MANY = 300 };
  struct buffer text = {0};
  buffer_puts(&text, "byte a[4], b; active proctype P() { a[3] = 1 }\n"
                     "active proctype Q() {\n");
  for (int i = 0; i < MANY; i++)
    buffer_printf(&text, "byte v%d; ", i);
  for (int i = 0; i < MANY; i++)
    buffer_printf(&text, "a[v%d] = 1;\n", i);
  buffer_puts(&text, "b = 1 }");
  CHECK(meets_later(buffer_text(&text)));
  buffer_free(&text);
}

RUN_TESTS(RUN(every_cycle_meets_a_sticky_place_whatever_the_effort),
          RUN(an_atomic_does_at_its_start_what_is_anywhere_inside),
          RUN(the_future_goes_round_loops_and_into_what_is_started),
          RUN(many_accesses_are_as_good_as_few))
