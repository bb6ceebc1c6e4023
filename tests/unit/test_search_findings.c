#include "search/findings.h"

#include "graph_engine.h"
#include "tap.h"

#include <string.h>

static struct violation at(enum violation_kind kind, uint32_t offset,
                           const char *message) {
  return (struct violation){.kind = kind,
                            .message = message,
                            .where = {.source = 1, .offset = offset}};
}

static void add(struct findings *findings, struct violation violation) {
  findings_add(findings, &violation, NULL, 0, 0);
}

TEST(kind_place_and_message_make_a_violation) {
  struct findings findings;
  findings_init(&findings);
  for (unsigned i = 0; i < 2; i++) {
    add(&findings, at(VIOLATION_ASSERTION, 4, "x"));
    add(&findings, at(VIOLATION_RUNTIME, 4, "x"));
    add(&findings, at(VIOLATION_RUNTIME, 5, "x"));
    add(&findings, at(VIOLATION_RUNTIME, 5, "y"));
  }
  CHECK(findings.waiting.count == 4);
  findings_clear(&findings);
}

TEST(what_was_taken_stays_known) {
  struct findings findings;
  findings_init(&findings);
  add(&findings, at(VIOLATION_ASSERTION, 1, "x"));
  (void)findings_take(&findings, 0);
  add(&findings, at(VIOLATION_ASSERTION, 1, "x"));
  CHECK(findings.waiting.count == 0);
  findings_clear(&findings);
}

/* The engine reuses what it hands out. */
TEST(message_and_steps_are_copied) {
  struct findings findings;
  char message[] = "first";
  struct step step = {.pid = 2, .from = 3, .transition = 4};
  const struct violation violation = at(VIOLATION_RUNTIME, 1, message);
  findings_init(&findings);
  findings_add(&findings, &violation, &step, 1, 77);
  step.pid = 9;
  memset(message, '?', sizeof message - 1);
  const struct finding finding = findings_take(&findings, 0);
  CHECK(strcmp(finding.violation.message, "first") == 0);
  CHECK(finding.move_count == 1 && finding.moves[0].pid == 2);
  CHECK(finding.place == 77);
  memory_free(finding.moves);
  findings_clear(&findings);
}

RUN_TESTS(RUN(kind_place_and_message_make_a_violation),
          RUN(what_was_taken_stays_known), RUN(message_and_steps_are_copied))
