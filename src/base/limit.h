/* A limit on work that may take long.
 *
 * Who does such work asks now and then whether to go on; who gives the limit
 * knows why not.
 */
#ifndef LARIAT_BASE_LIMIT_H
#define LARIAT_BASE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct limit {
  bool (*goes_on)(void *context);
  void *context;
};

/* Work under a limit, or under none (NULL).  To ask costs more than a step, and
 * of little work nobody asks.
 */
struct effort {
  const struct limit *limit;
  uint64_t steps; /* since the last question */
  bool stopped;
};

/* Counts steps; false from when the limit says so on. */
static inline bool effort_goes_on(struct effort *effort, uint64_t steps) {
  const uint64_t between_questions = 1 << 16;
  effort->steps += steps;
  if (effort->stopped || effort->steps < between_questions)
    return !effort->stopped;
  effort->steps = 0;
  effort->stopped =
      effort->limit && !effort->limit->goes_on(effort->limit->context);
  return !effort->stopped;
}

#endif
