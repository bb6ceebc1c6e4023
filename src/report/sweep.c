/* Checks a model again and again, with larger channels each time.
 *
 * A channel of a model has some capacity, often because the language wants one.
 * A verdict that changes when it grows depends on a number that means nothing.
 */
#include "report/sweep.h"

#include "base/vec.h"
#include "report/json.h"

#include <inttypes.h>
#include <string.h>

enum verify_end sweep_run(const struct sweep_config *config,
                          const struct loaded *loaded, struct sweep *out) {
  struct verify_config verify_config = config->verify;
  struct channel_room *rooms =
      memory_alloc((config->channel_count + 1) * sizeof *rooms);
  verify_config.engine.rooms = rooms;
  verify_config.engine.room_count = config->channel_count;
  const size_t columns = (size_t)(config->last - config->first) + 1;
  *out = (struct sweep){.columns = memory_alloc(columns * sizeof *out->columns),
                        .first = config->first};
  enum verify_end end = VERIFY_DONE;
  for (uint32_t capacity = config->first;
       capacity <= config->last && end == VERIFY_DONE; capacity++) {
    for (size_t i = 0; i < config->channel_count; i++)
      rooms[i] = (struct channel_room){
          .type = config->channels[i]->var->channel, .capacity = capacity};
    end = verify(&verify_config, loaded, &out->columns[out->count++]);
  }
  memory_free(rooms);
  return end;
}

void sweep_clear(struct sweep *sweep) {
  for (size_t i = 0; i < sweep->count; i++)
    verification_clear(&sweep->columns[i]);
  memory_free(sweep->columns);
  *sweep = (struct sweep){0};
}

enum verdict sweep_verdict(const struct sweep *sweep) {
  enum verdict all = VERDICT_HOLDS;
  for (size_t i = 0; i < sweep->count; i++) {
    const enum verdict one = verification_verdict(&sweep->columns[i]);
    if (one == VERDICT_VIOLATED)
      return one;
    if (one == VERDICT_UNKNOWN)
      all = one;
  }
  return all;
}

static bool same_verdicts(const struct verification *a,
                          const struct verification *b) {
  for (size_t i = 0; i < a->count; i++)
    if (a->properties[i].verdict != b->properties[i].verdict)
      return false;
  return true;
}

uint32_t sweep_settled_from(const struct sweep *sweep) {
  size_t from = sweep->count - 1;
  while (from > 0 && same_verdicts(&sweep->columns[from - 1],
                                   &sweep->columns[sweep->count - 1]))
    from--;
  return sweep->first + (uint32_t)from;
}

/* ---- text ---- */

enum { COLUMN = 10 };

static int name_width(const struct verification *verification) {
  size_t widest = strlen("capacity");
  for (size_t i = 0; i < verification->count; i++) {
    const size_t length = strlen(verification->properties[i].name);
    widest = length > widest ? length : widest;
  }
  return (int)widest;
}

static void print_property(const struct paper *paper, const struct sweep *sweep,
                           size_t property, int width) {
  static const enum ink inks[] = {
      [VERDICT_HOLDS] = INK_GOOD,
      [VERDICT_VIOLATED] = INK_BAD,
      [VERDICT_UNKNOWN] = INK_DOUBT,
  };
  FILE *out = paper->out;
  fprintf(out, "%-*s", width, sweep->columns[0].properties[property].name);
  for (size_t i = 0; i < sweep->count; i++) {
    const struct verified *verified = &sweep->columns[i].properties[property];
    const char *name = verdict_name(verified->verdict);
    paper_blanks(paper, COLUMN - (int)strlen(name));
    paper_print(paper, inks[verified->verdict], "%s", name);
  }
  fprintf(out, "\n%-*s", width, "  states");
  for (size_t i = 0; i < sweep->count; i++)
    fprintf(out, "%*" PRIu64, COLUMN,
            sweep->columns[i].properties[property].figures.states);
  fputc('\n', out);
}

void text_sweep(const struct paper *paper, const struct sweep *sweep) {
  const int width = name_width(&sweep->columns[0]);
  const uint32_t last = sweep->first + (uint32_t)sweep->count - 1;
  const uint32_t from = sweep_settled_from(sweep);
  paper_print(paper, INK_BOLD, "%-*s", width, "capacity");
  for (size_t i = 0; i < sweep->count; i++)
    fprintf(paper->out, "%*" PRIu32, COLUMN, sweep->first + (uint32_t)i);
  fputc('\n', paper->out);
  for (size_t i = 0; i < sweep->columns[0].count; i++)
    print_property(paper, sweep, i, width);
  if (from < last)
    fprintf(paper->out,
            "the verdicts are the same from capacity %" PRIu32 " to %" PRIu32
            "\n",
            from, last);
  else if (sweep->count > 1)
    fprintf(paper->out,
            "a verdict changes with the last capacity, %" PRIu32 "\n", last);
}

/* ---- JSON ---- */

static void add_column(struct json_writer *writer, const struct loaded *loaded,
                       const struct verification *column, uint32_t capacity) {
  json_begin_object(writer, NULL, false);
  json_count(writer, "capacity", capacity);
  json_string(writer, "status", verdict_name(verification_verdict(column)));
  json_begin_array(writer, "properties", false);
  for (size_t i = 0; i < column->count; i++) {
    const struct verified *verified = &column->properties[i];
    json_begin_object(writer, NULL, true);
    json_string(writer, "name", verified->name);
    json_string(writer, "verdict", verdict_name(verified->verdict));
    if (verified->finding_count > 0)
      json_violation(writer, loaded, &verified->findings[0].violation);
    if (verified->reason)
      json_string(writer, "reason", verified->reason);
    json_count(writer, "states", verified->figures.states);
    json_end_object(writer);
  }
  json_end_array(writer);
  json_end_object(writer);
}

void json_sweep(struct buffer *out, const struct loaded *loaded,
                const char *model, const struct sweep *sweep) {
  struct json_writer writer = {.out = out};
  json_begin_object(&writer, NULL, false);
  json_string(&writer, "tool", "lariat");
  json_string(&writer, "version", LARIAT_VERSION);
  json_string(&writer, "model", model);
  json_string(&writer, "status", verdict_name(sweep_verdict(sweep)));
  json_count(&writer, "settled_from", sweep_settled_from(sweep));
  json_begin_array(&writer, "sweep", false);
  for (size_t i = 0; i < sweep->count; i++)
    add_column(&writer, loaded, &sweep->columns[i], sweep->first + (uint32_t)i);
  json_end_array(&writer);
  json_end_object(&writer);
}
