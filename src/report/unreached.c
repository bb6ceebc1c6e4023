/* Statements that no run executes, from the marks of the engine.
 *
 * A statement of the text may be several actions (an inline used twice, a label
 * reached two ways).  It is unreached only when none of them was executed, and
 * it is named once for a process.
 */
#include "report/unreached.h"
#include "base/vec.h"
#include "report/properties.h"

#include <stdlib.h>
#include <string.h>

struct candidate {
  struct unreached at;
  bool covered;
};

struct candidates {
  struct candidate *items;
  size_t count, capacity;
};

static int compare_places(const struct unreached *a,
                          const struct unreached *b) {
  int files = strcmp(a->where.file, b->where.file);
  if (files != 0)
    return files;
  if (a->where.line != b->where.line)
    return a->where.line < b->where.line ? -1 : 1;
  return strcmp(a->statement, b->statement);
}

static int compare_columns(uint32_t a, uint32_t b) {
  return (a > b) - (a < b);
}

/* Equal places become neighbours, the leftmost first. */
static int compare(const void *a, const void *b) {
  const struct unreached *left = &((const struct candidate *)a)->at;
  const struct unreached *right = &((const struct candidate *)b)->at;
  int places = compare_places(left, right);
  return places ? places
                : compare_columns(left->where.column, right->where.column);
}

/* As the statements stand in the text. */
static int compare_positions(const void *a, const void *b) {
  const struct unreached *left = a, *right = b;
  if (left->where.line == right->where.line &&
      strcmp(left->where.file, right->where.file) == 0 &&
      left->where.column != right->where.column)
    return compare_columns(left->where.column, right->where.column);
  return compare_places(left, right);
}

/* Moves of control alone are no statements of the user's. */
static bool is_statement(const struct action *action) {
  return action->kind != ACTION_GOTO && action->kind != ACTION_END &&
         action->kind != ACTION_D_STEP && action->text;
}

static void collect(const struct loaded *loaded,
                    const struct proctype *proctype, const uint8_t *covered,
                    struct candidates *out) {
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    const struct location *location = &proctype->locations[l];
    for (uint32_t t = 0; t < location->transition_count; t++) {
      const struct action *action = location->transitions[t].action;
      if (!is_statement(action))
        continue;
      struct candidate candidate = {
          .at = {process_name(loaded->model, proctype->name),
                 sources_position(loaded->sources, action->where),
                 action->text},
          .covered = covered[action->number] != 0,
      };
      vec_push(out, candidate);
    }
  }
}

static void add(struct verification *out, const struct unreached *unreached) {
  if (out->unreached_count == out->unreached_capacity)
    out->unreached = vec_grow(out->unreached, &out->unreached_capacity,
                              out->unreached_count + 1, sizeof *out->unreached);
  out->unreached[out->unreached_count++] = *unreached;
}

static void add_uncovered(const struct candidates *sorted,
                          struct verification *out) {
  size_t first = out->unreached_count;
  size_t i = 0;
  while (i < sorted->count) {
    const struct unreached *at = &sorted->items[i].at;
    bool covered = false;
    for (; i < sorted->count && compare_places(at, &sorted->items[i].at) == 0;
         i++)
      covered = covered || sorted->items[i].covered;
    if (!covered)
      add(out, at);
  }
  if (out->unreached_count > first)
    qsort(out->unreached + first, out->unreached_count - first,
          sizeof *out->unreached, compare_positions);
}

void unreached_list(const struct loaded *loaded, const uint8_t *covered,
                    struct verification *out) {
  struct candidates candidates = {0};
  for (uint32_t p = 0; p < loaded->model->proctype_count; p++) {
    const struct proctype *proctype = loaded->model->proctypes[p];
    if (proctype->kind != PROC_PLAIN && proctype->kind != PROC_INIT)
      continue;
    candidates.count = 0;
    collect(loaded, proctype, covered, &candidates);
    if (candidates.count > 0)
      qsort(candidates.items, candidates.count, sizeof *candidates.items,
            compare);
    add_uncovered(&candidates, out);
  }
  vec_free(&candidates);
}
