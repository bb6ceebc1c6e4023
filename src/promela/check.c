/* What SPIN refuses although the grammar allows it, statement by statement. */
#include "promela/parser.h"

bool contains_run(const struct expr *expr) {
  return expr && (expr->kind == EXPR_RUN || contains_run(expr->a) ||
                  contains_run(expr->b) || contains_run(expr->c));
}

static bool is_channel(const struct expr *expr) {
  return expr->kind == EXPR_REF &&
         ref_target(expr->ref)->type.kind == TYPE_CHAN;
}

/* The first channel that is computed with, or NULL. */
static const struct expr *find_channel(const struct expr *expr) {
  if (!expr || (expr->kind >= EXPR_LEN && expr->kind <= EXPR_POLL))
    return NULL;
  if (is_channel(expr))
    return expr;
  const struct expr *found = find_channel(expr->a);
  found = found ? found : find_channel(expr->b);
  return found ? found : find_channel(expr->c);
}

static const char *subtype_text(const char *subtype) {
  return subtype ? subtype : "without a name";
}

void check_value(struct parser *p, const struct var *target,
                 const struct expr *value) {
  if (p->panic)
    return;
  const struct type *type = &target->type;
  if (type->kind == TYPE_CHAN && value->kind == EXPR_CONST &&
      target->scope != SCOPE_FIELD) /* SPIN allows it there */
    diag_error(p->diag, value->where, "a channel cannot be set to a number");
  if (type->kind == TYPE_MTYPE && type->subtype && value->mtype_name &&
      value->mtype_subtype != type->subtype)
    diag_error(p->diag, value->where,
               "'%s' holds values of mtype %s, but '%s' is of mtype %s",
               target->name, type->subtype, value->mtype_name,
               subtype_text(value->mtype_subtype));
  const struct expr *channel = is_channel(value) ? NULL : find_channel(value);
  if (channel)
    diag_error(p->diag, channel->where, "a channel cannot be computed with");
}

void check_condition(struct parser *p, struct expr *value) {
  check_events(p, value);
  if (value->kind == EXPR_RUN || !contains_run(value))
    return;
  semantic_error(p, value->where, "run must stand alone in a condition");
  if (!p->panic)
    diag_note(p->diag, value->where,
              "assign its value to a variable and test that");
}

void check_options(struct parser *p, const struct stmt *stmt) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < stmt->option_count; i++) {
    const struct sequence *option = &stmt->options[i];
    if (option->count > 0 && option->items[0]->kind == STMT_ELSE &&
        ++count == 2)
      semantic_error(p, option->items[0]->where,
                     "there is an else in this choice already");
  }
}

/* A trace has sends, receives and what leads from one to the next. */
static bool is_event(const struct stmt *stmt) {
  switch (stmt->kind) {
  case STMT_SEND:
    return !stmt->sorted;
  case STMT_RECEIVE:
    return !stmt->random && !stmt->copy;
  case STMT_IF:
  case STMT_DO:
  case STMT_FOR_RANGE:
  case STMT_FOR_ARRAY:
  case STMT_FOR_CHANNEL:
  case STMT_SELECT:
  case STMT_BREAK:
  case STMT_GOTO:
  case STMT_LABEL:
    return true;
  default:
    return false;
  }
}

void check_place(struct parser *p, const struct stmt *stmt) {
  if (p->in_event_map && !is_event(stmt))
    semantic_error(p, stmt->where,
                   "only sends and receives can stand in a trace");
  bool communicates = stmt->kind == STMT_SEND || stmt->kind == STMT_RECEIVE;
  if (communicates && p->proctype && p->proctype->kind == PROC_NEVER)
    semantic_error(p, stmt->where,
                   "a never claim can neither send nor receive");
}
