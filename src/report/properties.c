/* The properties of a model: safety, then what its text adds in its order. */
#include "report/properties.h"
#include "base/vec.h"

#include <string.h>

const char *process_name(const struct model *model, const char *name) {
  size_t length = strlen(name);
  if (length < 3 || name[0] != ':' || name[length - 1] != ':')
    return name;
  return intern_text(model->intern, name + 1, length - 2);
}

bool declared_in(const struct model *model, struct span where,
                 const char *name) {
  return strcmp(sources_position(model->sources, where).file, name) == 0;
}

bool is_assumption(const struct model *model, struct span where) {
  const char *file = sources_position(model->sources, where).file;
  const size_t length = strlen(EXTRA_ASSUMPTION);
  return strncmp(file, EXTRA_ASSUMPTION, length) == 0 &&
         (file[length] == '\0' || file[length] == ' ');
}

static void add(struct properties *out, const char *name, const char *kind) {
  struct property property = {.name = name, .where = NO_SPAN, .kind = kind};
  vec_push(out, property);
}

static void add_formula(struct properties *out, const struct model *model,
                        const struct ltl_block *block) {
  const bool is_finite = declared_in(model, block->where, EXTRA_FINITE);
  struct property property = {.name = block->name,
                              .where = block->where,
                              .kind = is_finite ? "finite" : "ltl",
                              .block = block};
  vec_push(out, property);
}

static void add_never(struct properties *out, const struct model *model,
                      const struct proctype *never) {
  struct property property = {.name = process_name(model, never->name),
                              .where = never->where,
                              .kind = "never",
                              .never = never};
  vec_push(out, property);
}

/* Which labels the processes have. */
static void find_labels(const struct proctype *proctype, bool *accept,
                        bool *progress) {
  if (proctype->kind != PROC_PLAIN && proctype->kind != PROC_INIT)
    return;
  for (uint32_t i = 1; i < proctype->location_count; i++) {
    *accept |= proctype->locations[i].is_accept;
    *progress |= proctype->locations[i].is_progress;
  }
}

void properties_add_progress(struct properties *out) {
  if (!properties_find(out, "progress"))
    add(out, "progress", "progress");
}

void properties_list(const struct model *model, struct properties *out) {
  bool acceptance = false, progress = false;
  add(out, "safety", "safety");
  for (uint32_t i = 0; i < model->ltl_count; i++)
    if (!is_assumption(model, model->ltl[i].where))
      add_formula(out, model, &model->ltl[i]);
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (proctype->kind == PROC_NEVER && !is_assumption(model, proctype->where))
      add_never(out, model, proctype);
    find_labels(proctype, &acceptance, &progress);
  }
  if (acceptance)
    add(out, "acceptance", "acceptance");
  if (progress)
    properties_add_progress(out);
}

const struct property *properties_find(const struct properties *properties,
                                       const char *name) {
  for (size_t i = 0; i < properties->count; i++)
    if (strcmp(properties->items[i].name, name) == 0)
      return &properties->items[i];
  return NULL;
}
