/* The JSON document of a check: the fields are a promise to scripts. */
#include "report/json.h"

#include <stdlib.h>
#include <string.h>

#include "report/symbolic_text.h"

static void begin(struct json_writer *writer, const char *model,
                  const char *status) {
  json_begin_object(writer, NULL, false);
  json_string(writer, "tool", "lariat");
  json_string(writer, "version", LARIAT_VERSION);
  json_string(writer, "model", model);
  json_string(writer, "status", status);
}

static void add_place(struct json_writer *writer, struct position position) {
  if (position.line == 0) {
    json_nothing(writer, "file");
    json_nothing(writer, "line");
    return;
  }
  json_string(writer, "file", position.file);
  json_count(writer, "line", position.line);
}

void json_violation(struct json_writer *writer, const struct loaded *loaded,
                    const struct violation *violation) {
  json_begin_object(writer, "violation", true);
  json_string(writer, "kind", violation_kind_name(violation->kind));
  json_string(writer, "message", violation->message);
  add_place(writer, sources_position(loaded->sources, violation->where));
  const struct inlined inlined = inlined_at(loaded->sources, violation->where);
  inlined_json(writer, &inlined);
  json_end_object(writer);
}

static void add_names(struct json_writer *writer, const char *key,
                      const struct names *names) {
  if (names->count == 0)
    return;
  json_begin_array(writer, key, true);
  for (size_t i = 0; i < names->count; i++)
    json_string(writer, NULL, names->items[i]);
  json_end_array(writer);
}

/* A statement inside a d_step has no count when nobody has counted it. */
static void add_coverage(struct json_writer *writer,
                         const struct coverage *coverage) {
  json_begin_array(writer, "coverage", false);
  for (size_t i = 0; i < coverage->count; i++) {
    const struct covered *covered = &coverage->items[i];
    json_begin_object(writer, NULL, true);
    json_string(writer, "process", covered->process);
    add_place(writer, covered->where);
    inlined_json(writer, &covered->inlined);
    json_string(writer, "statement", covered->statement);
    json_flag(writer, "reached", covered->reached);
    if (covered->reached && covered->count == 0)
      json_nothing(writer, "count");
    else
      json_count(writer, "count", covered->count);
    json_end_object(writer);
  }
  json_end_array(writer);
}

static void add_figures(struct json_writer *writer,
                        const struct verified *verified) {
  const struct search_figures *figures = &verified->figures;
  json_count(writer, "states", figures->states);
  if (figures->heads > 0) {
    json_count(writer, "packets", figures->heads);
    json_count(writer, "tails", figures->tails);
  }
  json_count(writer, "transitions", figures->transitions);
  json_count(writer, "matched", figures->matched);
  json_count(writer, "depth", figures->depth);
  json_flag(writer, "complete", verified->complete);
  json_flag(writer, "exact", verified->exact);
  if (strcmp(verified->store, "cache") == 0) {
    json_count(writer, "replaced", figures->replaced);
    json_flag(writer, "sleep_sets", verified->sleeps);
    if (verified->given_up_at > 0)
      json_count(writer, "begun_anew_at", verified->given_up_at);
    if (verified->archive_lost_at > 0)
      json_count(writer, "archive_lost_at", verified->archive_lost_at);
    if (figures->archived > 0) {
      json_count(writer, "archived", figures->archived);
      json_count(writer, "disk_bytes", figures->disk_bytes);
    }
    if (figures->archive_problem != 0)
      json_string(writer, "archive_problem",
                  strerror(figures->archive_problem));
  }
  if (verified->not_asleep)
    json_string(writer, "no_sleep_sets", verified->not_asleep);
  if (verified->swarm.searches > 0) {
    json_count(writer, "searches", verified->swarm.searches);
    json_count(writer, "states_of_all", verified->swarm.states);
  }
  if (figures->switched > 0)
    json_count(writer, "full_at", figures->switched);
  if (figures->resumed_states > 0)
    json_count(writer, "resumed_at", figures->resumed_states);
  if (!verified->exact) {
    json_number(writer, "expected_omissions", verified->omissions);
    json_number(writer, "omission_probability", verified_loss(verified));
    if (verified->complete)
      json_number(writer, "share_visited", verified_coverage(verified));
  }
  json_count(writer, "memory_bytes", verified->memory_bytes);
  json_real(writer, "bytes_per_state", verified->bytes_per_state, 1);
  json_count(writer, "state_bytes", figures->state_bytes);
  json_real(writer, "seconds", figures->seconds, 6);
  json_real(writer, "cpu_seconds", figures->cpu_seconds, 6);
  json_string(writer, "engine", verified->engine);
  json_string(writer, "search", verified->search);
  json_string(writer, "store", verified->store);
  json_flag(writer, "reduced", verified->reduced);
  if (verified->not_reduced)
    json_string(writer, "not_reduced", verified->not_reduced);
  add_names(writer, "sliced", &verified->unseen);
  if (verified->coverage.count > 0)
    add_coverage(writer, &verified->coverage);
}

/* Sets have no transitions, and their states a number only where it is known.
 */
static void add_symbolic(struct json_writer *writer,
                         const struct verified *verified) {
  const struct symbolic_report *report = verified->symbolic;
  char *end = NULL;
  const uint64_t states =
      report->states ? strtoull(report->states, &end, 10) : 0;
  if (report->states && *end == '\0' && states < UINT64_MAX)
    json_count(writer, "states", states);
  json_flag(writer, "complete", verified->complete);
  json_flag(writer, "exact", verified->exact);
  json_count(writer, "memory_bytes", verified->memory_bytes);
  json_real(writer, "seconds", verified->figures.seconds, 6);
  json_real(writer, "cpu_seconds", verified->figures.cpu_seconds, 6);
  json_string(writer, "engine", verified->engine);
  json_string(writer, "search", verified->search);
  json_string(writer, "store", verified->store);
  json_flag(writer, "reduced", report->reduced);
  symbolic_json(writer, report);
}

/* The first finding is the property's own; all are listed when there are more.
 */
static void add_findings(struct json_writer *writer,
                         const struct loaded *loaded,
                         const struct verified *verified,
                         const char *const *traces, size_t first) {
  if (verified->finding_count == 0) {
    json_nothing(writer, "trace");
    return;
  }
  json_violation(writer, loaded, &verified->findings[0].violation);
  json_string(writer, "trace", traces[first]);
  if (verified->finding_count == 1)
    return;
  json_begin_array(writer, "violations", false);
  for (size_t i = 0; i < verified->finding_count; i++) {
    json_begin_object(writer, NULL, true);
    json_violation(writer, loaded, &verified->findings[i].violation);
    json_string(writer, "trace", traces[first + i]);
    json_end_object(writer);
  }
  json_end_array(writer);
}

static void add_property(struct json_writer *writer,
                         const struct loaded *loaded,
                         const struct verified *verified,
                         const char *const *traces, size_t first) {
  json_begin_object(writer, NULL, false);
  json_string(writer, "name", verified->name);
  json_string(writer, "kind", verified->kind);
  json_string(writer, "verdict", verdict_name(verified->verdict));
  if (verified->reason)
    json_string(writer, "reason", verified->reason);
  if (verified->vacuous)
    json_string(writer, "vacuous", verified->vacuous);
  add_findings(writer, loaded, verified, traces, first);
  if (verified->searched)
    add_figures(writer, verified);
  if (verified->symbolic)
    add_symbolic(writer, verified);
  json_end_object(writer);
}

static void add_unreached(struct json_writer *writer,
                          const struct verification *verification) {
  json_begin_array(writer, "unreached", false);
  for (size_t i = 0; i < verification->unreached_count; i++) {
    const struct unreached *at = &verification->unreached[i];
    json_begin_object(writer, NULL, true);
    json_string(writer, "process", at->process);
    add_place(writer, at->where);
    inlined_json(writer, &at->inlined);
    json_string(writer, "statement", at->statement);
    json_end_object(writer);
  }
  json_end_array(writer);
}

void json_check(struct buffer *out, const struct loaded *loaded,
                const char *model, const struct verification *verification,
                const char *const *traces) {
  struct json_writer writer = {.out = out};
  begin(&writer, model, verdict_name(verification_verdict(verification)));
  json_begin_array(&writer, "properties", false);
  size_t finding = 0;
  for (size_t i = 0; i < verification->count; i++) {
    const struct verified *verified = &verification->properties[i];
    add_property(&writer, loaded, verified, traces, finding);
    finding += verified->finding_count;
  }
  json_end_array(&writer);
  add_unreached(&writer, verification);
  if (verification->failed_searches > 0)
    json_count(&writer, "failed_searches", verification->failed_searches);
  add_names(&writer, "unused", &verification->help.unused);
  add_names(&writer, "write_only", &verification->help.write_only);
  add_names(&writer, "constants", &verification->help.constants);
  json_end_object(&writer);
}

static void add_error(struct json_writer *writer, struct position position,
                      const char *message) {
  json_begin_object(writer, NULL, true);
  add_place(writer, position);
  if (position.line == 0)
    json_nothing(writer, "column");
  else
    json_count(writer, "column", position.column);
  json_string(writer, "message", message);
  json_end_object(writer);
}

void json_model_errors(struct buffer *out, const char *model,
                       const struct diag *diag) {
  struct json_writer writer = {.out = out};
  begin(&writer, model, "error");
  json_begin_array(&writer, "errors", false);
  for (size_t i = 0; i < diag_count(diag); i++) {
    const struct message *message = diag_message(diag, i);
    if (message->level == DIAG_ERROR)
      add_error(&writer, sources_position(diag_sources(diag), message->where),
                message->text);
  }
  json_end_array(&writer);
  json_end_object(&writer);
}

void json_failure(struct buffer *out, const char *model, bool is_limit,
                  const char *message) {
  struct json_writer writer = {.out = out};
  begin(&writer, model, is_limit ? "unknown" : "error");
  json_begin_array(&writer, "errors", false);
  add_error(&writer, (struct position){0}, message);
  json_end_array(&writer);
  json_end_object(&writer);
}
