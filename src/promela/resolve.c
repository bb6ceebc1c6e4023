/* What names a proctype is settled last: it may be declared further down. */
#include "promela/parser.h"

#include <string.h>

enum { MOST_TWINS = 10 }; /* that a message shows */

static uint64_t parameter_leaves(const struct parser *p,
                                 const struct proctype *proctype) {
  uint64_t leaves = 0;
  for (uint32_t i = 0; i < proctype->parameter_count; i++) {
    const struct type *type = &proctype->variables[i]->type;
    leaves +=
        type->kind == TYPE_RECORD ? record_info(p, type->record).leaves : 1;
  }
  return leaves;
}

static void resolve_run(struct parser *p, const struct expr *expr,
                        struct span where) {
  uint64_t wanted = parameter_leaves(p, expr->proctype);
  if (expr->arg_count == wanted) {
    if (wanted > MAX_ARGUMENTS)
      semantic_error(p, where, "'%s' takes too many arguments (over %d)",
                     expr->proctype->name, MAX_ARGUMENTS);
    return;
  }
  semantic_error(p, where, "'%s' takes %llu argument%s, but %u %s given",
                 expr->proctype->name, (unsigned long long)wanted,
                 wanted == 1 ? "" : "s", expr->arg_count,
                 expr->arg_count == 1 ? "is" : "are");
  diag_note(p->diag, expr->proctype->where, "the proctype is declared here");
}

static void resolve_label(struct parser *p, const struct expr *expr) {
  const struct proctype *proctype = expr->proctype;
  if (labels_have(&p->all_labels.items[proctype->index], expr->label))
    return;
  semantic_error(p, expr->where, "proctype '%s' has no label '%s'",
                 proctype->name, expr->label);
}

static void refuse_twins(struct parser *p, const struct proctype *proctype,
                         const char *name, struct span where) {
  semantic_error(p, where,
                 "proctype '%s' has several variables '%s': rename the one "
                 "that is meant",
                 proctype->name, name);
  uint32_t told = 0;
  for (uint32_t i = 0; i < proctype->variable_count && told < MOST_TWINS; i++)
    if (proctype->variables[i]->name == name) {
      diag_note(p->diag, proctype->variables[i]->where, "declared here");
      told++;
    }
}

/* The variable of the outermost block, or else the only one in inner blocks. */
static struct var *find_local(struct parser *p, const struct proctype *proctype,
                              const char *name, struct span where) {
  struct var *found = NULL;
  uint32_t count = 0;
  for (uint32_t i = 0; i < proctype->variable_count; i++) {
    struct var *var = proctype->variables[i];
    if (var->name != name)
      continue;
    if (var->block == 0)
      return var;
    found = var;
    count++;
  }
  if (count == 0)
    semantic_error(p, where, "proctype '%s' has no variable '%s'",
                   proctype->name, name);
  if (count > 1)
    refuse_twins(p, proctype, name, where);
  return found;
}

static void resolve_variable(struct parser *p, struct expr *expr,
                             const char *name) {
  struct ref *ref = expr->ref;
  ref->var = find_local(p, expr->proctype, name, ref->where);
  if (!ref->var)
    return;
  if (ref->var->type.kind == TYPE_RECORD)
    semantic_error(p, ref->where,
                   "'%s' is a record: it cannot be read from "
                   "outside its process",
                   name);
  need_index(p, ref);
  if (ref->index && !ref->var->is_array)
    semantic_error(p, ref->where, "'%s' is not an array", name);
}

static struct proctype *find_proctype(const struct parser *p,
                                      const char *name) {
  struct proctype *init = NULL;
  for (size_t i = 0; i < p->all_proctypes.count; i++)
    if (p->all_proctypes.items[i]->kind == PROC_INIT)
      init = p->all_proctypes.items[i];
  return init && strcmp(name, INIT_NAME) == 0 ? init
                                              : map_get(&p->proctypes, name);
}

static void resolve(struct parser *p, const struct pending_ref *pending) {
  struct expr *expr = pending->expr;
  expr->proctype = find_proctype(p, pending->name);
  if (!expr->proctype) {
    semantic_error(p, pending->where, "there is no proctype '%s'",
                   strcmp(pending->name, INIT_NAME) == 0 ? "init"
                                                         : pending->name);
    suggest(p, pending->name, pending->where);
  } else if (expr->kind == EXPR_RUN) {
    resolve_run(p, expr, pending->where);
  } else if (expr->kind == EXPR_AT || expr->kind == EXPR_PASSES) {
    resolve_label(p, expr);
  } else if (!expr_is_event(expr)) {
    resolve_variable(p, expr, pending->variable);
  }
}

void wait_for_proctype(struct parser *p, struct expr *expr, const char *name,
                       struct span where, const char *variable) {
  if (p->panic)
    return;
  struct pending_ref pending = {expr, name, where, variable};
  if (p->all_known)
    resolve(p, &pending);
  else
    vec_push(&p->pending, pending);
}

void resolve_pending(struct parser *p) {
  for (size_t i = 0; i < p->pending.count && !diag_is_full(p->diag); i++)
    resolve(p, &p->pending.items[i]);
  p->pending.count = 0;
  p->all_known = true;
}
