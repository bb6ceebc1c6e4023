/* What channels do: send, receive, poll, xr and xs. */
#include "promela/parser.h"

void check_channel(struct parser *p, const struct ref *ref) {
  const struct var *var = ref_target(ref);
  if (p->panic || var->type.kind == TYPE_CHAN ||
      map_get(&p->reported, var->name) || !var->where.source)
    return;
  semantic_error(p, ref->where, "'%s' is not a channel", var->name);
  diag_note(p->diag, var->where, "declared here");
}

void check_message(struct parser *p, const struct ref *channel, size_t count,
                   bool is_send, struct span where) {
  const struct var *var = ref_target(channel);
  if (!var->channel || p->panic || count == var->channel->field_count)
    return;
  uint32_t fields = var->channel->field_count;
  if (is_send && count > fields)
    diag_error(p->diag, where, "this sends %zu fields, but '%s' has %u", count,
               var->name, fields);
  else if (is_send)
    diag_warning(p->diag, where, "this sends %zu of the %u fields of '%s'",
                 count, fields, var->name);
  else if (count > fields)
    diag_warning(p->diag, where, "this receives %zu fields, but '%s' has %u",
                 count, var->name, fields);
  else
    return; /* the rest of the message is dropped */
  diag_note(p->diag, var->where, "the channel is declared here");
}

struct stmt *parse_send(struct parser *p, struct ref *channel) {
  struct stmt *stmt = new_stmt(p, STMT_SEND, channel->where);
  check_channel(p, channel);
  stmt->channel = new_ref_expr(p, channel);
  stmt->sorted = take(p).kind == TOKEN_NOTNOT;
  expr_list args = {0};
  parse_message(p, &args);
  stmt->where = span_from(p, channel->where);
  check_message(p, channel, args.count, true, stmt->where);
  for (size_t i = 0; i < args.count; i++)
    if (contains_run(args.items[i]))
      semantic_error(p, args.items[i]->where, "run cannot be used in a send");
  stmt->args = PARSER_KEEP(p->model->arena, &args);
  stmt->arg_count = (uint32_t)args.count;
  vec_free(&args);
  return stmt;
}

struct stmt *parse_receive(struct parser *p, struct ref *channel) {
  struct stmt *stmt = new_stmt(p, STMT_RECEIVE, channel->where);
  check_channel(p, channel);
  stmt->channel = new_ref_expr(p, channel);
  stmt->random = take(p).kind == TOKEN_QUERYQUERY;
  stmt->copy = accept(p, TOKEN_LT);
  pattern_list patterns = {0};
  parse_patterns(p, &patterns);
  if (stmt->copy)
    expect(p, TOKEN_GT, "to close the copying receive");
  stmt->where = span_from(p, channel->where);
  check_message(p, channel, patterns.count, false, stmt->where);
  stmt->patterns = PARSER_KEEP(p->model->arena, &patterns);
  stmt->pattern_count = (uint32_t)patterns.count;
  vec_free(&patterns);
  return stmt;
}

struct expr *parse_poll(struct parser *p, struct ref *channel) {
  struct expr *expr = new_expr(p, EXPR_POLL, channel->where);
  check_channel(p, channel);
  expr->a = new_ref_expr(p, channel);
  expr->random = take(p).kind == TOKEN_QUERYQUERY;
  expect(p, TOKEN_LBRACKET, "");
  pattern_list patterns = {0};
  parse_patterns(p, &patterns);
  expect(p, TOKEN_RBRACKET, "to close the poll");
  expr->where = span_from(p, channel->where);
  check_message(p, channel, patterns.count, false, expr->where);
  expr->patterns = PARSER_KEEP(p->model->arena, &patterns);
  expr->pattern_count = (uint32_t)patterns.count;
  vec_free(&patterns);
  return expr;
}

/* xr q, r; xs q */
void parse_exclusive(struct parser *p) {
  bool reads = take(p).kind == TOKEN_KW_XR;
  do {
    struct ref *ref = parse_ref(p, REF_ARRAY);
    check_channel(p, ref);
    struct var *var = ref->var;
    var->exclusive_read = var->exclusive_read || reads;
    var->exclusive_send = var->exclusive_send || !reads;
  } while (!p->panic && accept(p, TOKEN_COMMA));
}
