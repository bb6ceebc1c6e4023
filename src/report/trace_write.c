/* Writing a trace file, step by step while the trail is executed. */
#include "report/folds.h"
#include "report/json.h"
#include "report/trace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum {
  FLUSH_BYTES = 1 << 16,
  WHOLE_RUN = 10000, /* steps; longer ones are folded */
  WHOLE_VERSION = 1, /* of the format */
  FOLDED_VERSION = 2,
};

struct sink {
  struct json_writer writer;
  struct buffer *buffer;
  FILE *file;  /* NULL: everything stays in the buffer */
  int problem; /* the first errno, or 0 */
};

static void flush(struct sink *sink, size_t least) {
  if (!sink->file || sink->buffer->length < least)
    return;
  if (fwrite(sink->buffer->text, 1, sink->buffer->length, sink->file) !=
          sink->buffer->length &&
      sink->problem == 0)
    sink->problem = errno;
  buffer_clear(sink->buffer);
}

static void add_strings(struct json_writer *writer, const char *key,
                        const char *const *strings, size_t count) {
  json_begin_array(writer, key, true);
  for (size_t i = 0; i < count; i++)
    json_string(writer, NULL, strings[i]);
  json_end_array(writer);
}

/* Formulas and claims that were added to the model's text. */
static void add_extras(struct json_writer *writer,
                       const struct preprocess_config *preprocess) {
  json_begin_array(writer, "extras", false);
  for (size_t i = 0; i < preprocess->extra_count; i++) {
    json_begin_object(writer, NULL, true);
    json_string(writer, "name", preprocess->extras[i].name);
    json_string(writer, "text", preprocess->extras[i].text);
    json_end_object(writer);
  }
  json_end_array(writer);
}

static void add_header(struct json_writer *writer,
                       const struct trace_header *header,
                       const struct loaded *loaded, const struct trail *trail,
                       bool is_folded) {
  json_string(writer, "format", "lariat-trace");
  json_count(writer, "version", is_folded ? FOLDED_VERSION : WHOLE_VERSION);
  json_string(writer, "tool", "lariat " LARIAT_VERSION);
  json_string(writer, "model", header->model);
  add_strings(writer, "defines", header->preprocess.defines,
              header->preprocess.define_count);
  add_strings(writer, "include_dirs", header->preprocess.include_dirs,
              header->preprocess.include_dir_count);
  add_extras(writer, &header->preprocess);
  if (header->capacity_count > 0)
    add_strings(writer, "capacities", header->capacities,
                header->capacity_count);
  if (header->parameter_count > 0)
    add_strings(writer, "parameters", header->parameters,
                header->parameter_count);
  json_flag(writer, "strict_ends", header->engine.strict_ends);
  json_flag(writer, "check_overflow", header->engine.check_overflow);
  json_string(writer, "property", header->property);
  if (trail->has_violation)
    json_violation(writer, loaded, &trail->violation);
  else
    json_nothing(writer, "violation");
  if (trail_is_cycle(trail))
    json_count(writer, "loop_start", trail->loop_start);
  else
    json_nothing(writer, "loop_start");
}

static void add_value(void *context, const char *name, const char *value) {
  json_string(context, name, value);
}

static void add_actor(struct json_writer *writer, const struct actor *actor,
                      uint32_t from, uint32_t transition) {
  json_integer(writer, "pid", actor->pid);
  json_string(writer, "process", actor->process);
  json_string(writer, "file", actor->where.file);
  json_count(writer, "line", actor->where.line);
  inlined_json(writer, &actor->inlined);
  json_string(writer, "statement", actor->statement);
  json_count(writer, "from", from);
  json_count(writer, "transition", transition);
}

static void add_message(struct json_writer *writer,
                        const struct readable_step *step) {
  json_begin_object(writer, "message", true);
  json_string(writer, "channel", step->channel);
  add_strings(writer, "values", step->values, step->value_count);
  json_end_object(writer);
}

static void add_changes(struct json_writer *writer,
                        const struct readable_step *step) {
  json_begin_array(writer, "changes", true);
  for (size_t i = 0; i < step->change_count; i++) {
    json_begin_object(writer, NULL, true);
    json_string(writer, "name", step->changes[i].name);
    json_string(writer, "before", step->changes[i].before);
    json_string(writer, "after", step->changes[i].after);
    json_end_object(writer);
  }
  json_end_array(writer);
}

static void add_step(struct json_writer *writer,
                     const struct readable_step *step,
                     const struct walk *walk) {
  const struct move move = walk_move(walk);
  json_begin_object(writer, NULL, true);
  add_actor(writer, &step->actor, move.from, move.transition);
  if (step->partner.pid != NO_PROCESS) {
    json_begin_object(writer, "partner", true);
    add_actor(writer, &step->partner, move.partner_from,
              move.partner_transition);
    json_end_object(writer);
  }
  if (step->channel)
    add_message(writer, step);
  add_changes(writer, step);
  if (step->printed[0])
    json_string(writer, "printed", step->printed);
  json_end_object(writer);
}

/* A part that is the same moves again and again is written once. */
static void add_fold(struct sink *sink, struct walk *walk,
                     const struct fold *fold) {
  const struct readable_step *step;
  json_begin_object(&sink->writer, NULL, false);
  json_count(&sink->writer, "repeat", fold->times);
  json_begin_array(&sink->writer, "steps", false);
  for (size_t i = 0; i < fold->length && (step = walk_next(walk)); i++)
    add_step(&sink->writer, step, walk);
  json_end_array(&sink->writer);
  json_end_object(&sink->writer);
  for (size_t i = fold->length; i < fold->length * fold->times; i++)
    if (!walk_skip(walk))
      return;
}

/* The folds of a run, as far as it has been written. */
struct folding {
  struct fold_search search;
  struct fold next;
  bool has_next;
};

static void begin_folding(struct folding *folding, const struct trail *trail) {
  fold_search_begin(&folding->search, trail, WHOLE_RUN, SIZE_MAX);
  folding->has_next = fold_search_next(&folding->search, &folding->next);
}

static void add_folds_here(struct sink *sink, struct walk *walk,
                           struct folding *folding) {
  while (folding->has_next && folding->next.first == walk_position(walk)) {
    add_fold(sink, walk, &folding->next);
    flush(sink, FLUSH_BYTES);
    folding->has_next = fold_search_next(&folding->search, &folding->next);
  }
}

static void add_steps(struct sink *sink, struct walk *walk,
                      struct folding *folding) {
  const struct readable_step *step;
  for (;;) {
    add_folds_here(sink, walk, folding);
    step = walk_next(walk);
    if (!step)
      break;
    add_step(&sink->writer, step, walk);
    flush(sink, FLUSH_BYTES);
  }
}

static enum status write_all(struct sink *sink,
                             const struct trace_header *header,
                             const struct loaded *loaded, struct engine *engine,
                             const struct trail *trail) {
  struct walk *walk;
  struct folding folding;
  enum status status = walk_open(engine, loaded, trail, &walk);
  if (status != STATUS_OK)
    return status;
  begin_folding(&folding, trail);
  json_begin_object(&sink->writer, NULL, false);
  add_header(&sink->writer, header, loaded, trail, folding.has_next);
  json_begin_object(&sink->writer, "initial", false);
  step_reader_values(walk_reader(walk), add_value, &sink->writer);
  json_end_object(&sink->writer);
  json_begin_array(&sink->writer, "steps", false);
  add_steps(sink, walk, &folding);
  json_end_array(&sink->writer);
  json_end_object(&sink->writer);
  status = walk_refused(walk) ? STATUS_BAD_INPUT : STATUS_OK;
  walk_close(walk);
  return status;
}

enum status trace_print(struct buffer *out, const struct trace_header *header,
                        const struct loaded *loaded, struct engine *engine,
                        const struct trail *trail) {
  struct sink sink = {.writer = {.out = out}, .buffer = out};
  return write_all(&sink, header, loaded, engine, trail);
}

/* Half a trace is worse than none; but a device or a pipe stays. */
static void remove_file(const char *path) {
  struct stat there;
  char *target = realpath(path, NULL); /* not the link to it */
  if (target && stat(target, &there) == 0 && S_ISREG(there.st_mode))
    (void)remove(target);
  free(target);
}

enum status trace_write(const char *path, const struct trace_header *header,
                        const struct loaded *loaded, struct engine *engine,
                        const struct trail *trail) {
  FILE *file = fopen(path, "w");
  if (!file)
    return STATUS_IO;
  struct buffer buffer = {0};
  struct sink sink = {
      .writer = {.out = &buffer}, .buffer = &buffer, .file = file};
  enum status status = write_all(&sink, header, loaded, engine, trail);
  flush(&sink, 1);
  if (fclose(file) != 0 && sink.problem == 0)
    sink.problem = errno;
  buffer_free(&buffer);
  if (sink.problem != 0)
    remove_file(path);
  errno = sink.problem;
  return status == STATUS_OK && sink.problem != 0 ? STATUS_IO : status;
}
