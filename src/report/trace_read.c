/* Reading a trace file, and finding out whether it fits a model.
 *
 * Nothing in the file is trusted: kinds and ranges are checked here, and
 * whether a move is possible is asked of the engine.
 */
#include "report/trace.h"

#include "base/vec.h"
#include "channels/channels.h"
#include "report/properties.h"
#include "report/slices.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

enum { FIRST_VERSION = 1, KNOWN_VERSION = 2 };

struct trace {
  struct arena *arena;
  struct trace_header header;
  struct trail trail;
  struct recorded_step *steps;
  bool has_place; /* of the violation */
};

/* Where reading has come to: fields are taken from `object`; the first thing
 * missing or of the wrong kind is named in error.
 */
struct reading {
  struct trace *trace;
  struct buffer *error;
  bool failed;
};

static void complain(struct reading *reading, const char *what,
                     const char *key) {
  if (!reading->failed)
    buffer_printf(reading->error, "\"%s\" is not %s", key, what);
  reading->failed = true;
}

static const char *get_string(struct reading *reading, const json_t *object,
                              const char *key) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_string(value)) {
    complain(reading, "a string", key);
    return "";
  }
  return arena_copy(reading->trace->arena, json_string_value(value),
                    json_string_length(value));
}

static int64_t get_integer(struct reading *reading, const json_t *object,
                           const char *key, int64_t least, int64_t most) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_integer(value) || json_integer_value(value) < least ||
      json_integer_value(value) > most) {
    complain(reading, "a number in its range", key);
    return least;
  }
  return json_integer_value(value);
}

static void get_strings(struct reading *reading, const json_t *object,
                        const char *key, const char *const **strings,
                        size_t *count) {
  const json_t *array = json_object_get(object, key);
  size_t size = json_array_size(array); /* 0 when it is none */
  const char **copies =
      ARENA_ARRAY(reading->trace->arena, const char *, size + 1);
  for (size_t i = 0; i < size; i++) {
    const char *text = json_string_value(json_array_get(array, i));
    if (!text) {
      complain(reading, "a list of strings", key);
      return;
    }
    copies[i] = arena_copy(reading->trace->arena, text, strlen(text));
  }
  *strings = copies;
  *count = size;
}

static void read_violation(struct reading *reading, const json_t *root) {
  const json_t *object = json_object_get(root, "violation");
  struct trail *trail = &reading->trace->trail;
  if (!json_is_object(object))
    return;
  const char *kind = get_string(reading, object, "kind");
  trail->has_violation = true;
  trail->violation.message = get_string(reading, object, "message");
  trail->violation.pid = NO_PROCESS;
  reading->trace->has_place = json_is_string(json_object_get(object, "file"));
  for (int k = 0; k <= VIOLATION_UNBOUNDED; k++)
    if (strcmp(violation_kind_name((enum violation_kind)k), kind) == 0) {
      trail->violation.kind = (enum violation_kind)k;
      return;
    }
  complain(reading, "a kind of violation", "kind");
}

/* Absent in traces without any. */
static void read_extras(struct reading *reading, const json_t *root,
                        struct preprocess_config *preprocess) {
  const json_t *array = json_object_get(root, "extras");
  const size_t count = json_array_size(array);
  struct preprocess_extra *extras =
      ARENA_ARRAY(reading->trace->arena, struct preprocess_extra, count + 1);
  for (size_t i = 0; i < count && !reading->failed; i++) {
    const json_t *extra = json_array_get(array, i);
    extras[i].name = get_string(reading, extra, "name");
    extras[i].text = get_string(reading, extra, "text");
  }
  preprocess->extras = extras;
  preprocess->extra_count = count;
}

static void read_header(struct reading *reading, const json_t *root) {
  struct trace_header *header = &reading->trace->header;
  if (strcmp(get_string(reading, root, "format"), "lariat-trace") != 0)
    complain(reading, "\"lariat-trace\"", "format");
  get_integer(reading, root, "version", FIRST_VERSION, KNOWN_VERSION);
  header->model = get_string(reading, root, "model");
  header->property = get_string(reading, root, "property");
  get_strings(reading, root, "defines", &header->preprocess.defines,
              &header->preprocess.define_count);
  get_strings(reading, root, "include_dirs", &header->preprocess.include_dirs,
              &header->preprocess.include_dir_count);
  read_extras(reading, root, &header->preprocess);
  get_strings(reading, root, "capacities", &header->capacities,
              &header->capacity_count);
  get_strings(reading, root, "parameters", &header->parameters,
              &header->parameter_count);
  header->engine.strict_ends =
      json_is_true(json_object_get(root, "strict_ends"));
  header->engine.check_overflow =
      json_is_true(json_object_get(root, "check_overflow"));
}

static void read_step(struct reading *reading, const json_t *object,
                      struct move *move, struct recorded_step *step) {
  const json_t *partner = json_object_get(object, "partner");
  step->process = get_string(reading, object, "process");
  step->statement = get_string(reading, object, "statement");
  move->pid = (int32_t)get_integer(reading, object, "pid", 0, INT32_MAX);
  move->from = (uint32_t)get_integer(reading, object, "from", 0, UINT32_MAX);
  move->transition =
      (uint32_t)get_integer(reading, object, "transition", 0, UINT32_MAX);
  move->partner = NO_PROCESS;
  if (!partner)
    return;
  move->partner = (int32_t)get_integer(reading, partner, "pid", 0, INT32_MAX);
  move->partner_from =
      (uint32_t)get_integer(reading, partner, "from", 0, UINT32_MAX);
  move->partner_transition =
      (uint32_t)get_integer(reading, partner, "transition", 0, UINT32_MAX);
}

enum { MOST_STEPS = 100 * 1000 * 1000 };

/* How often a part stands for itself: {"repeat": times, "steps": [...]}. */
static size_t read_times(struct reading *reading, const json_t *part) {
  return json_object_get(part, "repeat")
             ? (size_t)get_integer(reading, part, "repeat", 1, MOST_STEPS)
             : 1;
}

/* The single steps that a list stands for; all parts have lists of steps. */
static size_t count_steps(struct reading *reading, const json_t *steps) {
  size_t count = 0;
  for (size_t i = 0; i < json_array_size(steps) && !reading->failed; i++) {
    const json_t *part = json_array_get(steps, i);
    const bool is_fold = json_object_get(part, "repeat") != NULL;
    const json_t *inner = json_object_get(part, "steps");
    if (is_fold && !json_is_array(inner))
      complain(reading, "a list", "steps");
    count += read_times(reading, part) * (is_fold ? json_array_size(inner) : 1);
    if (count > MOST_STEPS)
      complain(reading, "shorter", "steps");
  }
  return reading->failed ? 0 : count;
}

/* A part that is repeated, from step `at` on; the number of steps in it. */
static size_t read_fold(struct reading *reading, const json_t *part,
                        size_t at) {
  struct trace *trace = reading->trace;
  const json_t *steps = json_object_get(part, "steps");
  const size_t length = json_array_size(steps);
  const size_t count = length * read_times(reading, part);
  for (size_t i = 0; i < length && !reading->failed; i++)
    read_step(reading, json_array_get(steps, i), &trace->trail.moves[at + i],
              &trace->steps[at + i]);
  for (size_t i = length; i < count; i++) {
    trace->trail.moves[at + i] = trace->trail.moves[at + i - length];
    trace->steps[at + i] = trace->steps[at + i - length];
  }
  return count;
}

static void read_steps(struct reading *reading, const json_t *root) {
  struct trace *trace = reading->trace;
  const json_t *steps = json_object_get(root, "steps");
  if (!json_is_array(steps)) {
    complain(reading, "a list", "steps");
    return;
  }
  const size_t count = count_steps(reading, steps);
  trace->trail.moves = ARENA_ARRAY(trace->arena, struct move, count);
  trace->trail.move_count = trace->trail.loop_start = count;
  trace->steps = ARENA_ARRAY(trace->arena, struct recorded_step, count);
  for (size_t i = 0, at = 0; at < count && !reading->failed; i++) {
    const json_t *part = json_array_get(steps, i);
    if (json_object_get(part, "repeat")) {
      at += read_fold(reading, part, at);
    } else {
      read_step(reading, part, &trace->trail.moves[at], &trace->steps[at]);
      at++;
    }
  }
  const json_t *loop = json_object_get(root, "loop_start");
  if (json_is_integer(loop))
    trace->trail.loop_start =
        (size_t)get_integer(reading, root, "loop_start", 0, (int64_t)count);
}

static json_t *parse(const char *path, struct buffer *error) {
  json_error_t problem;
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  if (!file) {
    buffer_printf(error, "cannot read %s: %s", path, strerror(errno));
    return NULL;
  }
  json_t *root = json_loadf(file, 0, &problem);
  if (file != stdin)
    fclose(file);
  if (!root)
    buffer_printf(error, "%s:%d:%d: not a trace: %s", path, problem.line,
                  problem.column, problem.text);
  return root;
}

enum status trace_read(const char *path, struct trace **out,
                       struct buffer *error) {
  json_t *root = parse(path, error);
  if (!root)
    return STATUS_BAD_INPUT;
  struct trace *trace = memory_alloc(sizeof *trace);
  trace->arena = arena_open();
  struct buffer detail = {0};
  struct reading reading = {.trace = trace, .error = &detail};
  read_header(&reading, root);
  if (!reading.failed)
    read_violation(&reading, root);
  if (!reading.failed)
    read_steps(&reading, root);
  json_decref(root);
  if (reading.failed) {
    buffer_printf(error, "%s: not a trace of this version: %s", path,
                  buffer_text(&detail));
    trace_close(trace);
    trace = NULL;
  }
  buffer_free(&detail);
  *out = trace;
  return trace ? STATUS_OK : STATUS_BAD_INPUT;
}

void trace_close(struct trace *trace) {
  if (!trace)
    return;
  arena_close(trace->arena);
  memory_free(trace);
}

const struct trace_header *trace_header(const struct trace *trace) {
  return &trace->header;
}

const struct trail *trace_trail(const struct trace *trace) {
  return &trace->trail;
}

/* ---- against a model ---- */

static bool same_step(const struct recorded_step *recorded,
                      const struct readable_step *step) {
  return strcmp(recorded->process, step->actor.process) == 0 &&
         strcmp(recorded->statement, step->actor.statement) == 0;
}

/* What a whole run violates stands where the property does. */
static struct span place_of_property(const struct trace *trace,
                                     const struct model *model) {
  struct properties properties = {0};
  properties_list(model, &properties);
  const struct property *property =
      properties_find(&properties, trace->header.property);
  const struct span where = property ? property->where : NO_SPAN;
  vec_free(&properties);
  return where;
}

static bool grows(struct trace *trace, const struct trace_header *header,
                  const struct loaded *loaded) {
  const struct channel_slot *grown =
      channels_grown_by(loaded->model, &header->engine, &trace->trail);
  if (grown)
    trace->trail.violation.where = grown->var->where;
  return grown != NULL;
}

static bool meets_violation(struct trace *trace,
                            const struct trace_header *header,
                            const struct loaded *loaded, struct walk *walk,
                            struct engine *engine) {
  struct violation *expected = &trace->trail.violation;
  if (!trace->trail.has_violation)
    return true;
  if (expected->kind == VIOLATION_UNBOUNDED)
    return grows(trace, header, loaded);
  if (trail_is_cycle(&trace->trail) || expected->kind == VIOLATION_CLAIM) {
    if (trace->has_place)
      expected->where = place_of_property(trace, loaded->model);
    return trail_repeats(engine, &trace->trail) ||
           repeats_in_what_matters(loaded, &header->engine, &trace->trail);
  }
  const struct violation *met = walk_violation(walk);
  if (!met || met->kind != expected->kind)
    return false;
  *expected = *met;
  expected->message =
      arena_copy(trace->arena, met->message, strlen(met->message));
  return true;
}

static bool steps_fit(const struct trace *trace, struct walk *walk,
                      struct buffer *error) {
  const struct readable_step *step;
  while ((step = walk_next(walk))) {
    const struct recorded_step *recorded =
        &trace->steps[walk_position(walk) - 1];
    if (!same_step(recorded, step)) {
      buffer_printf(error,
                    "step %zu: the trace has %s: %s, the model has %s: %s",
                    walk_position(walk), recorded->process, recorded->statement,
                    step->actor.process, step->actor.statement);
      return false;
    }
  }
  if (walk_refused(walk)) {
    const struct recorded_step *recorded = &trace->steps[walk_position(walk)];
    buffer_printf(error, "step %zu: %s cannot do %s here",
                  walk_position(walk) + 1, recorded->process,
                  recorded->statement);
    return false;
  }
  return true;
}

bool trace_set_rooms(struct trace_header *header, const struct loaded *loaded,
                     struct arena *arena, struct buffer *error) {
  const struct declared_channels declared = declared_list(loaded->model, arena);
  struct channel_room *rooms;
  if (!declared_read_rooms(&declared, header->capacities,
                           header->capacity_count, arena, &rooms, error))
    return false;
  header->engine.rooms = rooms;
  header->engine.room_count = header->capacity_count;
  return true;
}

bool trace_fits(struct trace *trace, const struct trace_header *header,
                const struct loaded *loaded, struct engine *engine,
                struct buffer *error) {
  struct walk *walk;
  if (walk_open(engine, loaded, &trace->trail, &walk) != STATUS_OK) {
    buffer_puts(error, "the model cannot start");
    return false;
  }
  bool fits = steps_fit(trace, walk, error);
  if (fits && !meets_violation(trace, header, loaded, walk, engine)) {
    buffer_printf(error, "the run does not end with: %s",
                  trace->trail.violation.message);
    fits = false;
  }
  walk_close(walk);
  return fits;
}
