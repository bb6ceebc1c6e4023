/* The public library: a thin face of what the command uses.
 *
 * Structs of the interface begin with their size.  Answers are made whole and
 * then copied up to the size the caller knows; options are copied into a zeroed
 * struct, so that fields an older caller does not know have their default.
 */
#include <lariat/lariat.h>

#include "base/vec.h"
#include "report/properties.h"
#include "report/verify.h"
#include "report/walk.h"

#include <string.h>

struct lar_model {
  struct loaded loaded;
  struct properties properties; /* empty for a model with errors */
};

struct lar_result {
  const lar_model *model;
  struct verification verification;
};

struct lar_trace {
  struct walk *walk;
  const struct readable_step *step; /* NULL before the first, after the last */
};

const char *lar_version(void) {
  return LARIAT_VERSION;
}

/* Copies a struct that begins with its size to a caller who may know less of
 * it; the caller's size stays.
 */
static void give(void *out, void *whole, size_t size) {
  size_t known;
  memcpy(&known, out, sizeof known);
  memcpy(whole, &known, sizeof known);
  memcpy(out, whole, known < size ? known : size);
}

static void take(void *whole, const void *options, size_t size) {
  size_t known;
  memset(whole, 0, size);
  if (!options)
    return;
  memcpy(&known, options, sizeof known);
  memcpy(whole, options, known < size ? known : size);
}

/* ---- models ---- */

static struct preprocess_config preprocess_of(const lar_load_options *options) {
  lar_load_options known;
  take(&known, options, sizeof known);
  return (struct preprocess_config){
      .defines = known.defines,
      .define_count = known.define_count,
      .include_dirs = known.include_dirs,
      .include_dir_count = known.include_dir_count,
  };
}

static lar_model *finish(lar_model *model) {
  if (model->loaded.model)
    properties_list(model->loaded.model, &model->properties);
  return model;
}

lar_model *lar_model_load(const char *path, const lar_load_options *options) {
  lar_model *model = memory_alloc(sizeof *model);
  struct preprocess_config config = preprocess_of(options);
  loaded_init(&model->loaded, path, &config);
  return finish(model);
}

lar_model *lar_model_load_text(const char *name, const char *text,
                               size_t length, const lar_load_options *options) {
  lar_model *model = memory_alloc(sizeof *model);
  struct preprocess_config config = preprocess_of(options);
  loaded_init_text(&model->loaded, name, text, length, &config);
  return finish(model);
}

void lar_model_close(lar_model *model) {
  if (!model)
    return;
  vec_free(&model->properties);
  loaded_clear(&model->loaded);
  memory_free(model);
}

int lar_model_is_usable(const lar_model *model) {
  return model->loaded.model != NULL;
}

size_t lar_model_message_count(const lar_model *model) {
  return diag_count(model->loaded.diag);
}

int lar_model_message(const lar_model *model, size_t index, lar_message *out) {
  static const enum lar_level levels[] = {
      [DIAG_NOTE] = LAR_NOTE,
      [DIAG_WARNING] = LAR_WARNING,
      [DIAG_ERROR] = LAR_ERROR,
  };
  if (index >= diag_count(model->loaded.diag))
    return 0;
  const struct message *message = diag_message(model->loaded.diag, index);
  struct position at = sources_position(model->loaded.sources, message->where);
  lar_message whole = {
      .level = levels[message->level],
      .file = at.file,
      .line = at.line,
      .column = at.column,
      .text = message->text,
  };
  give(out, &whole, sizeof whole);
  return 1;
}

size_t lar_model_property_count(const lar_model *model) {
  return model->properties.count;
}

const char *lar_model_property_name(const lar_model *model, size_t index) {
  return index < model->properties.count ? model->properties.items[index].name
                                         : NULL;
}

/* ---- checking ---- */

lar_result *lar_check(const lar_model *model,
                      const lar_check_options *options) {
  lar_check_options known;
  take(&known, options, sizeof known);
  if (!model->loaded.model)
    return NULL;
  struct verify_config config = {
      .properties = known.properties,
      .property_count = known.property_count,
      .engine = {.strict_ends = known.strict_ends != 0,
                 .check_overflow = known.check_overflow != 0},
      .search = {.kind = known.breadth_first ? SEARCH_BFS : SEARCH_DFS,
                 .all_paths = known.spin_counts != 0,
                 .max_depth = known.max_depth,
                 .max_errors =
                     errors_wanted(known.max_errors, known.keep_going != 0),
                 .max_seconds = known.max_seconds,
                 .max_bytes = (size_t)known.max_bytes},
      .choose_search = true,
  };
  lar_result *result = memory_alloc(sizeof *result);
  result->model = model;
  if (verify(&config, &model->loaded, &result->verification) != VERIFY_DONE) {
    lar_result_close(result);
    return NULL;
  }
  return result;
}

void lar_result_close(lar_result *result) {
  if (!result)
    return;
  verification_clear(&result->verification);
  memory_free(result);
}

static enum lar_verdict verdict_of(enum verdict verdict) {
  static const enum lar_verdict verdicts[] = {
      [VERDICT_HOLDS] = LAR_HOLDS,
      [VERDICT_VIOLATED] = LAR_VIOLATED,
      [VERDICT_UNKNOWN] = LAR_UNKNOWN,
  };
  return verdicts[verdict];
}

enum lar_verdict lar_result_verdict(const lar_result *result) {
  return verdict_of(verification_verdict(&result->verification));
}

size_t lar_result_property_count(const lar_result *result) {
  return result->verification.count;
}

int lar_result_property(const lar_result *result, size_t index,
                        lar_property *out) {
  if (index >= result->verification.count)
    return 0;
  const struct verified *verified = &result->verification.properties[index];
  const struct search_figures *figures = &verified->figures;
  lar_property whole = {
      .name = verified->name,
      .kind = verified->kind,
      .verdict = verdict_of(verified->verdict),
      .reason = verified->reason,
      .violation_count = verified->finding_count,
      .states = figures->states,
      .transitions = figures->transitions,
      .matched = figures->matched,
      .depth = figures->depth,
      .complete = verified->complete,
      .exact = verified->exact,
      .memory_bytes = verified->memory_bytes,
      .bytes_per_state = verified->bytes_per_state,
      .seconds = figures->seconds,
      .cpu_seconds = figures->cpu_seconds,
      .vacuous = verified->vacuous,
  };
  give(out, &whole, sizeof whole);
  return 1;
}

static const struct finding *find(const lar_result *result, size_t property,
                                  size_t index) {
  if (property >= result->verification.count)
    return NULL;
  const struct verified *verified = &result->verification.properties[property];
  return index < verified->finding_count ? &verified->findings[index] : NULL;
}

int lar_result_violation(const lar_result *result, size_t property,
                         size_t index, lar_violation *out) {
  const struct finding *finding = find(result, property, index);
  if (!finding)
    return 0;
  struct position at =
      sources_position(result->model->loaded.sources, finding->violation.where);
  lar_violation whole = {
      .kind = violation_kind_name(finding->violation.kind),
      .message = finding->violation.message,
      .file = at.file,
      .line = at.line,
      .step_count = finding->trail.move_count,
  };
  give(out, &whole, sizeof whole);
  return 1;
}

/* ---- traces ---- */

lar_trace *lar_trace_open(const lar_result *result, size_t property,
                          size_t violation) {
  const struct finding *finding = find(result, property, violation);
  struct walk *walk;
  if (!finding || walk_open(result->verification.engine, &result->model->loaded,
                            &finding->trail, &walk) != STATUS_OK)
    return NULL;
  lar_trace *trace = memory_alloc(sizeof *trace);
  trace->walk = walk;
  return trace;
}

void lar_trace_close(lar_trace *trace) {
  if (!trace)
    return;
  walk_close(trace->walk);
  memory_free(trace);
}

int lar_trace_next(lar_trace *trace, lar_step *out) {
  const struct readable_step *step = trace->step = walk_next(trace->walk);
  if (!step)
    return 0;
  lar_step whole = {
      .pid = step->actor.pid,
      .process = step->actor.process,
      .file = step->actor.where.file,
      .line = step->actor.where.line,
      .statement = step->actor.statement,
      .partner = step->partner.pid,
      .partner_process = step->partner.process,
      .partner_statement = step->partner.statement,
      .channel = step->channel,
      .value_count = step->value_count,
      .change_count = step->change_count,
      .printed = step->printed,
  };
  give(out, &whole, sizeof whole);
  return 1;
}

const char *lar_trace_value(const lar_trace *trace, size_t index) {
  return trace->step && index < trace->step->value_count
             ? trace->step->values[index]
             : NULL;
}

int lar_trace_change(const lar_trace *trace, size_t index, lar_change *out) {
  if (!trace->step || index >= trace->step->change_count)
    return 0;
  const struct change *change = &trace->step->changes[index];
  lar_change whole = {
      .name = change->name, .before = change->before, .after = change->after};
  give(out, &whole, sizeof whole);
  return 1;
}

void lar_trace_state(const lar_trace *trace,
                     void (*each)(void *context, const char *name,
                                  const char *value),
                     void *context) {
  step_reader_values(walk_reader(trace->walk), each, context);
}
