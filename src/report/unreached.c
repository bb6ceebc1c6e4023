/* Statements that no run executes, from the marks of the engine. */
#include "report/unreached.h"

#include "base/vec.h"
#include "report/coverage.h"

static void add(struct verification *out, const struct covered *statement) {
  const struct unreached unreached = {.process = statement->process,
                                      .where = statement->where,
                                      .inlined = statement->inlined,
                                      .statement = statement->statement};
  if (out->unreached_count == out->unreached_capacity)
    out->unreached = vec_grow(out->unreached, &out->unreached_capacity,
                              out->unreached_count + 1, sizeof *out->unreached);
  out->unreached[out->unreached_count++] = unreached;
}

void unreached_list(const struct loaded *loaded, const uint8_t *covered,
                    struct verification *out) {
  struct coverage coverage;
  coverage_list(loaded, covered, NULL, &coverage);
  for (size_t i = 0; i < coverage.count; i++)
    if (!coverage.items[i].reached)
      add(out, &coverage.items[i]);
  vec_free(&coverage);
}
