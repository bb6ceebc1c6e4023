/* The test for unbounded channels as a JSON document. */
#include "report/channels.h"
#include "report/json.h"

#include <string.h>

static void add_growth(struct json_writer *writer,
                       const struct channels_result *result,
                       const struct channel_slot *slot) {
  json_begin_array(writer, "adds", true);
  for (size_t i = 0; i < result->repetition.growth_count; i++)
    if (result->repetition.growths[i].slot == slot)
      json_string(writer, NULL, result->repetition.growths[i].contents);
  json_end_array(writer);
}

static void add_bound(struct json_writer *writer,
                      const struct channels_result *result,
                      const struct channel_bound *bound, struct arena *arena) {
  json_begin_object(writer, NULL, true);
  json_string(writer, "name", channels_name(bound, arena));
  json_string(writer, "declaration", bound->declared->name);
  json_count(writer, "capacity", bound->slot->type->capacity);
  json_count(writer, "longest", bound->longest);
  json_flag(writer, "exact", result->verdict == CHANNELS_BOUNDED);
  json_flag(writer, "unbounded", bound->grows);
  if (bound->grows)
    add_growth(writer, result, bound->slot);
  json_end_object(writer);
}

static void add_figures(struct json_writer *writer,
                        const struct channels_result *result) {
  const struct search_figures *figures = &result->figures;
  json_count(writer, "states", figures->states);
  json_count(writer, "transitions", figures->transitions);
  json_count(writer, "matched", figures->matched);
  json_count(writer, "depth", figures->depth);
  json_count(writer, "errors", figures->errors);
  json_count(writer, "searches", result->searches);
  json_count(writer, "capacity", result->capacity);
  json_flag(writer, "complete", result->complete);
  json_flag(writer, "exact", result->exact);
  json_count(writer, "store_bytes", figures->store_bytes);
  json_real(writer, "seconds", figures->seconds, 6);
}

void json_channels(struct buffer *out, const struct loaded *loaded,
                   const char *model, const struct channels_result *result,
                   const char *trace) {
  struct json_writer writer = {.out = out};
  struct arena *arena = arena_open();
  json_begin_object(&writer, NULL, false);
  json_string(&writer, "tool", "lariat");
  json_string(&writer, "version", LARIAT_VERSION);
  json_string(&writer, "model", model);
  json_string(&writer, "status", channels_verdict_name(result->verdict));
  if (result->reason)
    json_string(&writer, "reason", result->reason);
  if (result->verdict == CHANNELS_UNBOUNDED) {
    const struct violation violation = channels_violation(result, arena);
    json_violation(&writer, loaded, &violation);
  }
  json_string(&writer, "trace", trace);
  json_begin_array(&writer, "channels", false);
  for (size_t i = 0; i < result->bound_count; i++)
    add_bound(&writer, result, &result->bounds[i], arena);
  json_end_array(&writer);
  add_figures(&writer, result);
  json_end_object(&writer);
  arena_close(arena);
}
