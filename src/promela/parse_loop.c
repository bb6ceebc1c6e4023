/* for and select. */
#include "promela/parser.h"

#include <string.h>

/* The variable of for and select. */
static struct ref *parse_loop_variable(struct parser *p) {
  struct ref *ref = parse_ref(p, REF_ANY_RECORD);
  if (ref->index || ref->field || ref->var->type.kind == TYPE_CHAN)
    semantic_error(p, ref->where,
                   "the variable of a loop must be a simple variable");
  return ref;
}

static void parse_range(struct parser *p, struct stmt *stmt) {
  expect(p, TOKEN_COLON, "before the range");
  if (ref_is_record(stmt->ref))
    semantic_error(p, stmt->ref->where, "a record cannot count");
  stmt->low = parse_expr(p);
  expect(p, TOKEN_DOTDOT, "in the range");
  stmt->high = parse_expr(p);
  if (stmt->low->kind == EXPR_CONST && stmt->high->kind == EXPR_CONST &&
      stmt->low->value > stmt->high->value)
    semantic_error(p, stmt->low->where,
                   "the range begins above its end: %d .. %d",
                   (int)stmt->low->value, (int)stmt->high->value);
}

static void parse_channel_walk(struct parser *p, struct stmt *stmt,
                               struct ref *channel) {
  expr_list leaves = {0};
  flatten_ref(p, stmt->ref, &leaves);
  pattern_list patterns = {0};
  for (size_t i = 0; i < leaves.count; i++) {
    struct pattern pattern = {PATTERN_BIND, leaves.items[i]->ref, NULL, false};
    vec_push(&patterns, pattern);
  }
  stmt->kind = STMT_FOR_CHANNEL;
  stmt->channel = new_ref_expr(p, channel);
  stmt->patterns = PARSER_KEEP(p->model->arena, &patterns);
  stmt->pattern_count = (uint32_t)patterns.count;
  check_message(p, channel, patterns.count, false, channel->where);
  vec_free(&patterns);
  vec_free(&leaves);
}

static void parse_walk(struct parser *p, struct stmt *stmt) {
  take(p);
  struct ref *over = parse_ref(p, REF_ARRAY);
  const struct ref *last = over;
  while (last->field)
    last = last->field;
  if (last->var->type.kind == TYPE_CHAN &&
      (!last->var->is_array || last->index))
    parse_channel_walk(p, stmt, over);
  else if (!last->var->is_array || last->index)
    semantic_error(p, over->where, "'%s' is neither an array nor a channel",
                   last->var->name);
  else if (ref_is_record(stmt->ref))
    semantic_error(p, stmt->ref->where,
                   "the variable of a loop over an array must be an index");
  else
    stmt->array = over;
}

/* for (i = 0; i < n; i++): leaves its head behind. */
static void refuse_c_loop(struct parser *p) {
  semantic_error(p, peek(p)->span,
                 "a loop counts over a range: write for (i : 0 .. n - 1)");
  p->panic = true;
  while (!at(p, TOKEN_LBRACE) && !at(p, TOKEN_RBRACE) && !at(p, TOKEN_END))
    take(p);
}

struct stmt *parse_for(struct parser *p) {
  struct stmt *stmt = new_stmt(p, STMT_FOR_RANGE, take(p).span);
  open_parenthesis(p, "after for");
  stmt->ref = parse_loop_variable(p);
  if (at(p, TOKEN_KW_IN)) {
    stmt->kind = STMT_FOR_ARRAY;
    parse_walk(p, stmt);
  } else if (at(p, TOKEN_ASSIGN)) {
    refuse_c_loop(p);
  } else {
    parse_range(p, stmt);
  }
  close_parenthesis(p, "after the head of the loop");
  stmt->where = span_from(p, stmt->where);
  accept(p, TOKEN_SEMI);
  p->loops++;
  if (!p->panic)
    parse_block(p, &stmt->body, "before the body of the loop");
  p->loops--;
  return stmt;
}

/* SPIN makes a choice of up to 33 options when all is spelled out in digits
 * and letters, and a counting loop else.
 */
static bool is_spelled_choice(const struct parser *p) {
  static const enum token_kind form[] = {
      TOKEN_KW_SELECT, TOKEN_LPAREN, TOKEN_NAME,   TOKEN_COLON,
      TOKEN_NUMBER,    TOKEN_DOTDOT, TOKEN_NUMBER, TOKEN_RPAREN,
  };
  for (size_t i = 0; i < sizeof form / sizeof form[0]; i++) {
    const struct token *token = peek_at(p, i);
    if (token->kind != form[i] || strpbrk(token->text, "_'") ||
        (i > 0 && token->line_start))
      return false;
  }
  int64_t low = peek_at(p, 4)->value, high = peek_at(p, 6)->value;
  return !p->call && low <= high && high - low <= 32;
}

static void make_choice(struct parser *p, struct stmt *stmt) {
  int32_t low = stmt->low->value;
  stmt->kind = STMT_IF;
  stmt->option_count = (uint32_t)(stmt->high->value - low + 1);
  stmt->options = ARENA_ARRAY(p->arena, struct sequence, stmt->option_count);
  for (uint32_t i = 0; i < stmt->option_count; i++) {
    struct expr *value = new_constant(p, low + (int32_t)i, stmt->where);
    stmt->options[i] =
        as_sequence(p, new_assignment(p, stmt->ref, value, stmt->where));
  }
}

struct stmt *parse_select(struct parser *p) {
  bool choice = is_spelled_choice(p);
  struct stmt *stmt = new_stmt(p, STMT_SELECT, take(p).span);
  open_parenthesis(p, "after select");
  stmt->ref = parse_loop_variable(p);
  parse_range(p, stmt);
  close_parenthesis(p, "after the range");
  stmt->where = span_from(p, stmt->where);
  if (choice && !p->panic)
    make_choice(p, stmt);
  return stmt;
}
