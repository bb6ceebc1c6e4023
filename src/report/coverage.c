/* Statements and how often they were executed, from the marks and counts by
 * action.
 *
 * A statement of the text may be several actions (an inline used twice, a label
 * reached two ways).  It is named once for a process, with all of them.
 */
#include "report/coverage.h"

#include "base/vec.h"
#include "engine/counting.h"
#include "report/properties.h"

#include <stdlib.h>
#include <string.h>

static int compare_places(const struct covered *a, const struct covered *b) {
  int files = strcmp(a->where.file, b->where.file);
  if (files != 0)
    return files;
  if (a->where.line != b->where.line)
    return a->where.line < b->where.line ? -1 : 1;
  if (a->inlined.where.line != b->inlined.where.line)
    return a->inlined.where.line < b->inlined.where.line ? -1 : 1;
  return strcmp(a->statement, b->statement);
}

static int compare_columns(uint32_t a, uint32_t b) {
  return (a > b) - (a < b);
}

/* Equal places become neighbours, the leftmost first. */
static int compare(const void *a, const void *b) {
  const struct covered *left = a, *right = b;
  int places = compare_places(left, right);
  return places ? places
                : compare_columns(left->where.column, right->where.column);
}

/* As the statements stand in the text. */
static int compare_positions(const void *a, const void *b) {
  const struct covered *left = a, *right = b;
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

struct listing {
  const struct loaded *loaded;
  const uint8_t *marks;
  const uint64_t *counts;
  uint8_t *listed; /* by action: an option of two loops is one statement */
};

static void add_action(const struct listing *self,
                       const struct proctype *proctype,
                       const struct action *action, struct coverage *out) {
  if (!is_statement(action) || self->listed[action->number])
    return;
  self->listed[action->number] = 1;
  const struct covered covered = {
      .process = process_name(self->loaded->model, proctype->name),
      .where = sources_position(self->loaded->sources, action->where),
      .inlined = inlined_at(self->loaded->sources, action->where),
      .statement = action->text,
      .reached = self->marks[action->number] != 0,
      .count = self->counts ? self->counts[action->number] : 0,
  };
  vec_push(out, covered);
}

static void collect(const struct listing *self, const struct proctype *proctype,
                    struct coverage *out) {
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    const struct location *location = &proctype->locations[l];
    for (uint32_t t = 0; t < location->transition_count; t++)
      add_action(self, proctype, location->transitions[t].action, out);
  }
}

/* Joins equal places among the items from `first` on, then sorts them as they
 * stand in the text.
 */
static void join_places(struct coverage *coverage, size_t first) {
  struct covered *items = coverage->items;
  size_t kept = first;
  if (coverage->count == first)
    return;
  qsort(items + first, coverage->count - first, sizeof *items, compare);
  for (size_t i = first + 1; i < coverage->count; i++) {
    if (compare_places(&items[kept], &items[i]) == 0) {
      items[kept].reached |= items[i].reached;
      items[kept].count += items[i].count;
    } else {
      items[++kept] = items[i];
    }
  }
  coverage->count = kept + 1;
  qsort(items + first, coverage->count - first, sizeof *items,
        compare_positions);
}

void coverage_list(const struct loaded *loaded, const uint8_t *marks,
                   const uint64_t *counts, struct coverage *out) {
  const struct model *model = loaded->model;
  struct listing self = {.loaded = loaded,
                         .marks = marks,
                         .counts = counts,
                         .listed = memory_alloc(model->action_count + 1)};
  *out = (struct coverage){0};
  for (uint32_t p = 0; p < model->proctype_count; p++) {
    const struct proctype *proctype = model->proctypes[p];
    const size_t first = out->count;
    if (proctype->kind != PROC_PLAIN && proctype->kind != PROC_INIT)
      continue;
    collect(&self, proctype, out);
    join_places(out, first);
  }
  memory_free(self.listed);
}

/* ---- around a search ---- */

struct engine *coverage_begin(struct coverage_count *count,
                              const struct verify_config *config,
                              const struct model *model,
                              struct engine *engine) {
  *count = (struct coverage_count){0};
  if (!config->coverage)
    return engine;
  count->counts =
      memory_alloc((model->action_count + 1) * sizeof *count->counts);
  count->counting = engine_open_counting(engine, count->counts);
  return count->counting;
}

void coverage_end(struct coverage_count *count, const struct loaded *loaded,
                  const struct engine *searched, struct coverage *out) {
  *out = (struct coverage){0};
  if (!count->counting)
    return;
  coverage_list(loaded, engine_coverage(searched), count->counts, out);
  engine_close(count->counting);
  memory_free(count->counts);
}
