/* Statements and sequences of them. */
#include "promela/parser.h"

#include <string.h>

typedef VEC(struct sequence) sequence_list;

struct stmt *new_stmt(struct parser *p, enum stmt_kind kind,
                      struct span where) {
  struct stmt *stmt = ARENA_NEW(p->arena, struct stmt);
  stmt->kind = kind;
  stmt->where = where;
  return stmt;
}

static struct stmt *parse_statement(struct parser *p);

static bool ends_sequence(const struct parser *p) {
  switch (peek(p)->kind) {
  case TOKEN_END:
  case TOKEN_RBRACE:
  case TOKEN_COLONCOLON:
  case TOKEN_KW_FI:
  case TOKEN_KW_OD:
    return true;
  default:
    return begins_unit(peek(p)->kind);
  }
}

struct sequence as_sequence(struct parser *p, struct stmt *stmt) {
  if (stmt->kind == STMT_BLOCK)
    return stmt->body;
  struct sequence sequence = {ARENA_ARRAY(p->arena, struct stmt *, 1), 1};
  sequence.items[0] = stmt;
  return sequence;
}

/* { ... } with its own scope */
void parse_block(struct parser *p, struct sequence *out, const char *what) {
  if (!expect(p, TOKEN_LBRACE, what) || !enter(p))
    return;
  struct block_mark mark = open_block(p);
  struct span start = p->previous.span;
  parse_sequence(p, out);
  if (out->count > 0 && out->items[0]->kind == STMT_LABEL)
    semantic_error(p, out->items[0]->where,
                   "a label cannot stand first in a block: put it before the "
                   "block");
  if (!accept(p, TOKEN_RBRACE)) {
    bool known = p->panic;
    syntax_error(p, "expected '}'");
    if (!known)
      diag_note(p->diag, start, "to close this '{'");
  }
  close_block(p, mark);
  leave(p);
}

static struct stmt *parse_atomic(struct parser *p, enum stmt_kind kind) {
  struct stmt *stmt = new_stmt(p, kind, take(p).span);
  uint32_t d_step = p->d_step;
  if (kind == STMT_D_STEP && d_step == 0) {
    p->d_step = ++p->d_step_count;
    p->d_step_loops = p->loops;
  }
  parse_block(p, &stmt->body,
              kind == STMT_ATOMIC ? "after atomic" : "after d_step");
  p->d_step = d_step;
  return stmt;
}

static void parse_option(struct parser *p, sequence_list *out) {
  struct sequence option = {0};
  parse_sequence(p, &option);
  vec_push(out, option);
}

/* Is this the condition of an if as C has it: in parentheses, before a block?
 */
static bool at_c_condition(const struct parser *p) {
  size_t open = 0, ahead = 0;
  if (!at(p, TOKEN_LPAREN))
    return false;
  do {
    enum token_kind kind = peek_at(p, ahead++)->kind;
    if (kind == TOKEN_END)
      return false;
    open += kind == TOKEN_LPAREN;
    open -= kind == TOKEN_RPAREN;
  } while (open > 0);
  return peek_at(p, ahead)->kind == TOKEN_LBRACE;
}

/* The text before the first '::', where nothing should stand. */
static void refuse_unmarked_option(struct parser *p, bool loop,
                                   sequence_list *options) {
  semantic_error(p, peek(p)->span,
                 "the options of '%s' begin with '::', but this is '%s'",
                 loop ? "do" : "if", peek(p)->text ? peek(p)->text : "");
  if (at_c_condition(p)) {
    if (!p->panic)
      diag_note(p->diag, peek(p)->span,
                "write if :: condition -> ... :: else -> ... fi");
    p->panic = true;
    return;
  }
  accept(p, TOKEN_COLON);
  parse_option(p, options);
}

static struct stmt *parse_options(struct parser *p, enum stmt_kind kind) {
  bool loop = kind == STMT_DO;
  enum token_kind end = loop ? TOKEN_KW_OD : TOKEN_KW_FI;
  struct stmt *stmt = new_stmt(p, kind, take(p).span);
  sequence_list options = {0};
  p->loops += loop;
  if (!at(p, TOKEN_COLONCOLON))
    refuse_unmarked_option(p, loop, &options);
  while (accept(p, TOKEN_COLONCOLON) && !p->stop)
    parse_option(p, &options);
  p->loops -= loop;
  stmt->options = PARSER_KEEP(p->arena, &options);
  stmt->option_count = (uint32_t)options.count;
  vec_free(&options);
  check_options(p, stmt);
  if (accept(p, end))
    return stmt;
  bool known = p->panic;
  syntax_error(p, "expected '%s'", loop ? "od" : "fi");
  if (!known)
    diag_note(p->diag, stmt->where, "to close this '%s'", loop ? "do" : "if");
  if (p->loops == 0 && !known)
    accept(p, TOKEN_KW_OD); /* meant as 'fi': there is no loop to end */
  return stmt;
}

struct stmt *new_assignment(struct parser *p, struct ref *ref,
                            struct expr *value, struct span where) {
  struct stmt *stmt = new_stmt(p, STMT_ASSIGN, where);
  stmt->ref = ref;
  stmt->value = value;
  return stmt;
}

static struct stmt *parse_goto(struct parser *p) {
  struct stmt *stmt = new_stmt(p, STMT_GOTO, take(p).span);
  struct span where;
  stmt->label = expect_name(p, "a label", &where);
  stmt->where = span_from(p, stmt->where);
  if (stmt->label)
    label_goto(p, stmt);
  return stmt;
}

static struct stmt *parse_break(struct parser *p) {
  struct stmt *stmt = new_stmt(p, STMT_BREAK, take(p).span);
  if (p->loops == 0)
    semantic_error(p, stmt->where, "break stands outside of any loop");
  else if (p->d_step && p->loops == p->d_step_loops)
    semantic_error(p, stmt->where, "break cannot leave a d_step");
  return stmt;
}

static char escaped(char c) {
  switch (c) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case 'r':
    return '\r';
  default:
    return c;
  }
}

/* The text of a string token: without quotes, escapes resolved. */
static const char *unquote(struct parser *p, const char *text) {
  size_t length = strlen(text), n = 0;
  char *out = arena_alloc(p->model->arena, length + 1);
  for (size_t i = 1; i + 1 < length; i++) {
    bool escape = text[i] == '\\' && i + 2 < length;
    i += escape;
    out[n++] = (char)(escape ? escaped(text[i]) : text[i]);
  }
  return out;
}

/* How many arguments a format takes. */
static size_t count_conversions(const char *format) {
  size_t count = 0;
  for (const char *c = format; *c; c++)
    if (c[0] == '%' && c[1])
      count += *++c != '%';
  return count;
}

static void check_printed(struct parser *p, const struct stmt *stmt) {
  const size_t wanted = count_conversions(stmt->format);
  if (!p->panic && wanted != stmt->arg_count)
    diag_warning(p->diag, stmt->where,
                 "too %s arguments: the format takes %zu, and there %s %u",
                 stmt->arg_count < wanted ? "few" : "many", wanted,
                 stmt->arg_count == 1 ? "is" : "are", stmt->arg_count);
}

static struct stmt *parse_printf(struct parser *p) {
  struct stmt *stmt = new_stmt(p, STMT_PRINTF, take(p).span);
  expr_list args = {0};
  open_parenthesis(p, "after printf");
  stmt->format = "";
  if (at(p, TOKEN_STRING))
    stmt->format = unquote(p, take(p).text);
  else
    syntax_error(p, "expected the format of printf");
  if (accept(p, TOKEN_COMMA))
    parse_values(p, &args);
  close_parenthesis(p, "after the arguments of printf");
  stmt->args = PARSER_KEEP(p->model->arena, &args);
  stmt->arg_count = (uint32_t)args.count;
  vec_free(&args);
  stmt->where = span_from(p, stmt->where);
  check_printed(p, stmt);
  return stmt;
}

static struct stmt *parse_printm(struct parser *p) {
  struct stmt *stmt = new_stmt(p, STMT_PRINTM, take(p).span);
  open_parenthesis(p, "after printm");
  stmt->value = parse_expr(p);
  if (stmt->value->kind != EXPR_REF && stmt->value->kind != EXPR_CONST)
    semantic_error(p, stmt->value->where,
                   "printm takes a variable or an mtype value");
  close_parenthesis(p, "after the argument of printm");
  stmt->where = span_from(p, stmt->where);
  return stmt;
}

static struct stmt *parse_assert(struct parser *p) {
  struct stmt *stmt = new_stmt(p, STMT_ASSERT, take(p).span);
  stmt->value = parse_expr(p);
  stmt->where = span_from(p, stmt->where);
  return stmt;
}

static struct stmt *parse_set_priority(struct parser *p) {
  struct stmt *stmt = new_stmt(p, STMT_SET_PRIORITY, take(p).span);
  stmt->args = ARENA_ARRAY(p->model->arena, struct expr *, 2);
  stmt->arg_count = 2;
  open_parenthesis(p, "after set_priority");
  stmt->args[0] = parse_expr(p);
  expect(p, TOKEN_COMMA, "between process and priority");
  stmt->args[1] = parse_expr(p);
  close_parenthesis(p, "after the priority");
  stmt->where = span_from(p, stmt->where);
  p->model->features.priority = true;
  return stmt;
}

static struct stmt *parse_return(struct parser *p) {
  struct span start = take(p).span;
  struct expr *value = parse_expr(p);
  struct span where = span_from(p, start);
  if (p->call && p->call->result)
    return new_assignment(p, p->call->result, value, where);
  semantic_error(p, where, "return needs a call of the form x = f()");
  struct stmt *stmt = new_stmt(p, STMT_EXPR, where);
  stmt->value = value;
  return stmt;
}

static struct stmt *parse_condition(struct parser *p, struct expr *value) {
  check_condition(p, value);
  struct stmt *stmt = new_stmt(p, STMT_EXPR, value->where);
  stmt->value = value;
  return stmt;
}

static void need_leaf(struct parser *p, const struct ref *ref) {
  if (ref_is_record(ref))
    semantic_error(p, ref->where,
                   "a record cannot be assigned as a whole: "
                   "assign its fields");
}

/* name ( and name is an inline, or nothing that could stand before a
 * parenthesis; on a line of its own the parenthesis begins a statement
 */
static bool at_call(const struct parser *p) {
  const char *name = peek(p)->text;
  if (!at_name(p) || peek_at(p, 1)->kind != TOKEN_LPAREN || at_event(p))
    return false;
  if (map_get(&p->inlines, name))
    return true;
  return !peek_at(p, 1)->line_start && !map_get(&p->variables, name) &&
         !map_get(&p->mtype_values, name);
}

static struct stmt *parse_assignment(struct parser *p, struct ref *ref) {
  take(p);
  need_leaf(p, ref);
  if (at_call(p))
    return parse_inline_call(p, ref);
  struct expr *value = parse_expr(p);
  check_value(p, ref_target(ref), value);
  return new_assignment(p, ref, value, span_from(p, ref->where));
}

static struct stmt *parse_step_by_one(struct parser *p, struct ref *ref) {
  enum expr_kind kind = take(p).kind == TOKEN_INC ? EXPR_ADD : EXPR_SUB;
  need_leaf(p, ref);
  if (ref_target(ref)->type.kind == TYPE_CHAN)
    semantic_error(p, ref->where, "a channel cannot be computed with");
  struct span where = span_from(p, ref->where);
  struct expr *one = new_constant(p, 1, where);
  struct expr *sum = new_binary(p, kind, new_ref_expr(p, ref), one);
  return new_assignment(p, ref, sum, where);
}

/* What follows a reference at the start of a statement; NULL: an expression. */
static struct stmt *parse_after_ref(struct parser *p, struct ref *ref) {
  switch (peek(p)->kind) {
  case TOKEN_ASSIGN:
    return parse_assignment(p, ref);
  case TOKEN_INC:
  case TOKEN_DEC:
    return parse_step_by_one(p, ref);
  case TOKEN_NOT:
  case TOKEN_NOTNOT:
    return line_ended(p) ? NULL : parse_send(p, ref);
  case TOKEN_QUERY:
  case TOKEN_QUERYQUERY:
    return peek_at(p, 1)->kind == TOKEN_LBRACKET ? NULL : parse_receive(p, ref);
  default:
    return NULL;
  }
}

/* _priority = e; the other predefined names are read-only. */
static struct stmt *parse_predefined_assignment(struct parser *p,
                                                struct expr *first) {
  struct span where = first->where;
  take(p);
  struct expr *value = parse_expr(p);
  struct stmt *stmt = new_stmt(p, STMT_SET_PRIORITY, span_from(p, where));
  if (first->kind != EXPR_PRIORITY) {
    semantic_error(p, where,
                   first->kind == EXPR_CONST
                       ? "a constant cannot be assigned to"
                       : "this cannot be assigned to");
    return stmt;
  }
  stmt->args = ARENA_ARRAY(p->model->arena, struct expr *, 2);
  stmt->arg_count = 2;
  stmt->args[0] = new_expr(p, EXPR_PID, where);
  stmt->args[1] = value;
  return stmt;
}

static struct stmt *parse_from_name(struct parser *p) {
  if (at_call(p))
    return parse_inline_call(p, NULL);
  struct expr *first = parse_operand(p).expr;
  if (first->kind == EXPR_REF) {
    struct stmt *stmt = parse_after_ref(p, first->ref);
    if (stmt)
      return stmt;
  } else if (at(p, TOKEN_ASSIGN)) {
    return parse_predefined_assignment(p, first);
  }
  return parse_condition(p, parse_expr_after(p, first));
}

static bool at_label(const struct parser *p) {
  return at_name(p) && peek_at(p, 1)->kind == TOKEN_COLON &&
         !map_get(&p->proctypes, peek(p)->text);
}

static struct stmt *parse_label(struct parser *p) {
  struct stmt *stmt = new_stmt(p, STMT_LABEL, peek(p)->span);
  stmt->label = take(p).text;
  take(p);
  label_define(p, stmt);
  if (ends_sequence(p) || at(p, TOKEN_SEMI) || at(p, TOKEN_ARROW)) {
    stmt->inner = parse_condition(p, new_constant(p, 1, stmt->where));
    return stmt;
  }
  if (at_declaration(p) || at(p, TOKEN_KW_XR) || at(p, TOKEN_KW_XS)) {
    semantic_error(p, stmt->where, "a label cannot stand before a declaration");
    p->panic = true;
    return stmt;
  }
  stmt->inner = parse_statement(p);
  return stmt;
}

static struct stmt *parse_plain(struct parser *p) {
  struct stmt *stmt;
  switch (peek(p)->kind) {
  case TOKEN_KW_IF:
    return parse_options(p, STMT_IF);
  case TOKEN_KW_DO:
    return parse_options(p, STMT_DO);
  case TOKEN_KW_FOR:
    return parse_for(p);
  case TOKEN_KW_SELECT:
    return parse_select(p);
  case TOKEN_KW_GOTO:
    return parse_goto(p);
  case TOKEN_KW_BREAK:
    return parse_break(p);
  case TOKEN_KW_ELSE:
    return new_stmt(p, STMT_ELSE, take(p).span);
  case TOKEN_KW_ATOMIC:
    return parse_atomic(p, STMT_ATOMIC);
  case TOKEN_KW_D_STEP:
    return parse_atomic(p, STMT_D_STEP);
  case TOKEN_LBRACE:
    stmt = new_stmt(p, STMT_BLOCK, peek(p)->span);
    parse_block(p, &stmt->body, "");
    return stmt;
  case TOKEN_KW_PRINTF:
    return parse_printf(p);
  case TOKEN_KW_PRINTM:
    return parse_printm(p);
  case TOKEN_KW_ASSERT:
    return parse_assert(p);
  case TOKEN_KW_SET_PRIORITY:
    return parse_set_priority(p);
  case TOKEN_KW_RETURN:
    return parse_return(p);
  case TOKEN_NAME:
  case TOKEN_KW_IN:
    return at_label(p) ? parse_label(p) : parse_from_name(p);
  default:
    return parse_condition(p, parse_expr(p));
  }
}

static struct stmt *parse_statement(struct parser *p) {
  const struct span where = peek(p)->span;
  const size_t first = p->in.next;
  p->at_start = false;
  if (!enter(p))
    return parse_condition(p, new_constant(p, 1, where));
  struct stmt *stmt = parse_plain(p);
  stmt->where = span_in_inline(p, first, stmt->where);
  check_place(p, stmt);
  leave(p);
  return stmt;
}

/* The labels of `L: body unless escape` go to the whole. */
static struct stmt *parse_unless(struct parser *p, struct stmt *stmt) {
  take(p);
  struct stmt *escape = parse_statement(p);
  struct stmt **inner = &stmt;
  while ((*inner)->kind == STMT_LABEL)
    inner = &(*inner)->inner;
  struct stmt *unless = new_stmt(p, STMT_UNLESS, (*inner)->where);
  unless->inner = (*inner)->kind == STMT_BLOCK ? NULL : *inner;
  unless->body = as_sequence(p, *inner);
  unless->escape = as_sequence(p, escape);
  if (escape->kind == STMT_LABEL)
    semantic_error(p, escape->where, "an escape cannot begin with a label");
  *inner = unless;
  p->model->features.unless = true;
  return stmt;
}

static void parse_step(struct parser *p, struct stmt_list *steps) {
  if (at_declaration(p)) {
    parse_declaration(p, steps);
  } else if (at(p, TOKEN_KW_XR) || at(p, TOKEN_KW_XS)) {
    parse_exclusive(p);
  } else {
    struct stmt *stmt = parse_statement(p);
    if (at(p, TOKEN_KW_UNLESS) && !p->panic)
      stmt = parse_unless(p, stmt);
    vec_push(&steps->items, stmt);
  }
}

static bool skip_separators(struct parser *p) {
  bool found = p->previous.kind == TOKEN_RBRACE ||
               p->previous.kind == TOKEN_KW_ELSE || peek(p)->line_start;
  while (at(p, TOKEN_SEMI) || at(p, TOKEN_ARROW)) {
    take(p);
    found = true;
  }
  return found;
}

static bool begins_statement(const struct parser *p) {
  switch (peek(p)->kind) {
  case TOKEN_NAME:
  case TOKEN_NUMBER:
  case TOKEN_LPAREN:
  case TOKEN_LBRACE:
  case TOKEN_NOT:
  case TOKEN_MINUS:
  case TOKEN_TILDE:
    return true;
  case TOKEN_KW_UNLESS:
    return false;
  default:
    return peek(p)->kind >= TOKEN_KW_ACTIVE; /* the keywords come last */
  }
}

static void missing_separator(struct parser *p, struct span after) {
  if (p->panic)
    return;
  diag_error(p->diag, peek(p)->span, "expected ';' before '%s'", peek(p)->text);
  diag_note(p->diag, after, "after this statement");
  if (!begins_statement(p)) {
    take(p);
    skip_to_separator(p);
    skip_separators(p);
  }
}

void parse_sequence(struct parser *p, struct sequence *out) {
  struct stmt_list steps = {0};
  struct span start = peek(p)->span;
  size_t begin = p->in.next;
  while (!ends_sequence(p) && !p->stop) {
    size_t first = p->in.next;
    struct span where = peek(p)->span;
    parse_step(p, &steps);
    if (diag_is_full(p->diag))
      give_up(p);
    if (p->panic)
      skip_to_separator(p);
    if (p->in.next == first && !ends_sequence(p))
      take(p);
    if (!skip_separators(p) && !ends_sequence(p))
      missing_separator(p, span_from(p, where));
  }
  if (p->in.next == begin && !begins_unit(peek(p)->kind))
    semantic_error(p, start, "expected a statement: write skip to do nothing");
  out->items = PARSER_KEEP(p->arena, &steps.items);
  out->count = (uint32_t)steps.items.count;
  vec_free(&steps.items);
}
