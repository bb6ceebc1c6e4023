/* Expressions, by precedence climbing.
 *
 * parse_binary(min) reads one operand and then, in a loop, every operator that
 * binds at least as tightly as min; the right operand is read with min one
 * higher, since all operators associate to the left.  So recursion follows
 * parentheses and prefix operators only, and enter() bounds those; the height
 * of the tree is bounded too, for whoever walks it later (V. Pratt, POPL 1973;
 * M. Richards 1979).
 *
 * Inside an ltl block the same code reads formulas: the temporal operators have
 * their places in the same table, and an operand is an expression until an
 * operator makes it a formula.
 */
#include "promela/parser.h"

#include <string.h>

enum { UNARY_PRECEDENCE = 14 };

struct operator_info {
  int precedence;
  enum expr_kind kind;
};

/* 1 to 4 hold ->, <->, || and && and, between them, U V W: see parse_ltl.c. */
static struct operator_info binary_operator(enum token_kind kind) {
  switch (kind) {
  case TOKEN_OR:
    return (struct operator_info){2, EXPR_OR};
  case TOKEN_AND:
    return (struct operator_info){3, EXPR_AND};
  case TOKEN_PIPE:
    return (struct operator_info){5, EXPR_BIT_OR};
  case TOKEN_CARET:
    return (struct operator_info){6, EXPR_BIT_XOR};
  case TOKEN_AMP:
    return (struct operator_info){7, EXPR_BIT_AND};
  case TOKEN_EQ:
    return (struct operator_info){8, EXPR_EQ};
  case TOKEN_NE:
    return (struct operator_info){8, EXPR_NE};
  case TOKEN_GT:
    return (struct operator_info){9, EXPR_GT};
  case TOKEN_LT:
    return (struct operator_info){9, EXPR_LT};
  case TOKEN_GE:
    return (struct operator_info){9, EXPR_GE};
  case TOKEN_LE:
    return (struct operator_info){9, EXPR_LE};
  case TOKEN_LSHIFT:
    return (struct operator_info){10, EXPR_SHIFT_LEFT};
  case TOKEN_RSHIFT:
    return (struct operator_info){10, EXPR_SHIFT_RIGHT};
  case TOKEN_PLUS:
    return (struct operator_info){11, EXPR_ADD};
  case TOKEN_MINUS:
    return (struct operator_info){11, EXPR_SUB};
  case TOKEN_STAR:
    return (struct operator_info){12, EXPR_MUL};
  case TOKEN_SLASH:
    return (struct operator_info){12, EXPR_DIV};
  case TOKEN_PERCENT:
    return (struct operator_info){12, EXPR_MOD};
  default:
    return (struct operator_info){0, EXPR_CONST};
  }
}

struct expr *new_expr(struct parser *p, enum expr_kind kind,
                      struct span where) {
  struct expr *expr = ARENA_NEW(p->model->arena, struct expr);
  expr->kind = kind;
  expr->where = where;
  return expr;
}

struct expr *new_constant(struct parser *p, int32_t value, struct span where) {
  struct expr *expr = new_expr(p, EXPR_CONST, where);
  expr->value = value;
  return expr;
}

struct expr *new_ref_expr(struct parser *p, struct ref *ref) {
  struct expr *expr = new_expr(p, EXPR_REF, ref->where);
  expr->ref = ref;
  return expr;
}

static struct span join(struct span a, struct span b) {
  if (a.source == b.source && a.via == b.via && b.offset + b.length > a.offset)
    a.length = b.offset + b.length - a.offset;
  return a;
}

struct expr *new_binary(struct parser *p, enum expr_kind kind, struct expr *a,
                        struct expr *b) {
  struct expr *expr = new_expr(p, kind, join(a->where, b->where));
  expr->a = a;
  expr->b = b;
  expr->height = 1 + (a->height > b->height ? a->height : b->height);
  return expr;
}

static struct operand plain(struct expr *expr) {
  return (struct operand){expr, NULL};
}

/* A record is a value in messages and arguments only, and there as a whole. */
static struct expr *scalar(struct parser *p, struct expr *expr) {
  if (expr->kind == EXPR_REF && ref_is_record(expr->ref))
    semantic_error(p, expr->where,
                   "a whole record cannot be used as a value "
                   "here: name one of its fields");
  return expr;
}

static bool count_operator(struct parser *p) {
  const uint32_t most = p->ltl_mode ? MAX_HEIGHT : MAX_OPERATORS;
  if (++p->operators <= most)
    return true;
  semantic_error(p, peek(p)->span,
                 "this expression has too many operators (more than %u)", most);
  p->panic = true;
  return false;
}

static uint32_t higher(uint32_t height, const struct expr *part) {
  return part && part->height > height ? part->height : height;
}

/* The height of an operand whose parts are known. */
static void measure(struct expr *expr) {
  uint32_t height = higher(higher(higher(0, expr->a), expr->b), expr->c);
  for (const struct ref *ref = expr->ref; ref; ref = ref->field)
    height = higher(height, ref->index);
  for (uint32_t i = 0; i < expr->arg_count; i++)
    height = higher(height, expr->args[i]);
  for (uint32_t i = 0; i < expr->pattern_count; i++)
    height = higher(height, expr->patterns[i].value);
  expr->height = height + 1;
}

static void check_height(struct parser *p, const struct expr *expr,
                         struct span where) {
  if (expr->height <= MAX_HEIGHT)
    return;
  semantic_error(p, where,
                 "this expression is too deep (more than %d operators one "
                 "inside the other)",
                 MAX_HEIGHT);
  p->panic = true;
}

static struct operand parse_binary(struct parser *p, struct operand left,
                                   int min);
static struct operand parse_unary(struct parser *p);

struct expr *parse_plain_expr(struct parser *p) {
  struct operand operand = parse_binary(p, parse_unary(p), 1);
  if (operand.formula)
    semantic_error(p, operand.formula->where,
                   "a temporal operator cannot be used inside an expression");
  return operand.expr ? scalar(p, operand.expr)
                      : new_constant(p, 0, peek(p)->span);
}

/* ( e ), or ( condition -> yes : no ) */
static struct operand parse_group(struct parser *p) {
  struct span start = peek(p)->span;
  open_parenthesis(p, "");
  struct operand inner = parse_binary(p, parse_unary(p), 1);
  if (at(p, TOKEN_ARROW) && !p->ltl_mode && count_operator(p)) {
    take(p);
    struct expr *expr = new_expr(p, EXPR_COND, start);
    expr->a = scalar(p, inner.expr);
    expr->b = parse_plain_expr(p);
    expect(p, TOKEN_COLON, "between the two values of a conditional");
    expr->c = parse_plain_expr(p);
    inner = plain(expr);
  }
  close_parenthesis(p, "to close the parenthesis");
  return inner;
}

static struct expr *parse_run(struct parser *p) {
  struct span start = take(p).span, where;
  struct expr *expr = new_expr(p, EXPR_RUN, start);
  const char *name = expect_name(p, "a proctype", &where);
  expr_list args = {0};
  open_parenthesis(p, "after the name of the proctype");
  if (!at(p, TOKEN_RPAREN))
    parse_arguments(p, &args);
  close_parenthesis(p, "after the arguments of run");
  if (accept(p, TOKEN_KW_PRIORITY)) {
    expr->priority = (int32_t)parse_constant(p, "a priority");
    p->model->features.priority = true;
  }
  expr->args = PARSER_KEEP(p->model->arena, &args);
  expr->arg_count = (uint32_t)args.count;
  expr->where = span_from(p, start);
  vec_free(&args);
  if (!p->in_body)
    semantic_error(p, start, "run can be used inside a process only");
  if (name)
    wait_for_proctype(p, expr, name, where, NULL);
  p->model->features.run = true;
  return expr;
}

/* len(q) and its relatives */
static struct expr *parse_channel_test(struct parser *p, enum expr_kind kind) {
  struct span start = take(p).span;
  struct expr *expr = new_expr(p, kind, start);
  open_parenthesis(p, "");
  struct ref *ref = parse_ref(p, REF_LEAF);
  check_channel(p, ref);
  expr->a = new_ref_expr(p, ref);
  close_parenthesis(p, "");
  expr->where = span_from(p, start);
  return expr;
}

/* enabled(e) and its relatives */
static struct expr *parse_process_test(struct parser *p, enum expr_kind kind) {
  struct span start = take(p).span;
  struct expr *expr = new_expr(p, kind, start);
  open_parenthesis(p, "");
  expr->a = parse_plain_expr(p);
  close_parenthesis(p, "");
  expr->where = span_from(p, start);
  return expr;
}

struct token take_proctype(struct parser *p) {
  struct token name = take(p);
  if (name.kind == TOKEN_KW_INIT)
    name.text = intern_string(p->model->intern, INIT_NAME);
  return name;
}

struct expr *parse_remote(struct parser *p) {
  struct token name = take_proctype(p);
  struct expr *expr = new_expr(p, EXPR_AT, name.span);
  if (accept(p, TOKEN_LBRACKET)) {
    expr->a = parse_plain_expr(p);
    expect(p, TOKEN_RBRACKET, "after the process number");
  }
  struct span where;
  const char *variable = NULL;
  if (accept(p, TOKEN_AT)) {
    expr->label = expect_name(p, "a label", &where);
  } else if (expect(p, TOKEN_COLON, "or '@' in a remote reference")) {
    expr->kind = EXPR_REMOTE;
    expr->ref = ARENA_NEW(p->model->arena, struct ref);
    variable = expect_name(p, "a variable", &where);
    expr->ref->where = where;
    if (accept(p, TOKEN_LBRACKET)) {
      expr->ref->index = parse_plain_expr(p);
      expect(p, TOKEN_RBRACKET, "after the index");
    }
  }
  expr->where = span_from(p, name.span);
  if (!p->panic)
    wait_for_proctype(p, expr, name.text, name.span, variable);
  p->model->features.remote_ref = true;
  return expr;
}

/* A name that can only be a remote reference: of a proctype not yet known. */
bool looks_remote(const struct parser *p) {
  if (map_get(&p->proctypes, peek(p)->text))
    return true;
  if (map_get(&p->variables, peek(p)->text))
    return false;
  if (peek_at(p, 1)->kind == TOKEN_AT)
    return true;
  if (peek_at(p, 1)->kind != TOKEN_LBRACKET)
    return false;
  size_t open = 0;
  for (const struct token *token = peek_at(p, 1);; token++) {
    if (token->kind == TOKEN_LBRACKET)
      open++;
    else if (token->kind == TOKEN_RBRACKET && --open == 0)
      return token[1].kind == TOKEN_AT;
    else if (token->kind == TOKEN_END || token->kind == TOKEN_SEMI)
      return false;
  }
}

static bool at_poll(const struct parser *p) {
  return (at(p, TOKEN_QUERY) || at(p, TOKEN_QUERYQUERY)) &&
         peek_at(p, 1)->kind == TOKEN_LBRACKET;
}

/* _pid and the other names that SPIN defines; false for all others. */
static bool predefined(struct parser *p, enum expr_kind *kind) {
  const char *name = peek(p)->text;
  if (name[0] != '_' || map_get(&p->variables, name))
    return false;
  if (strcmp(name, "_pid") == 0) {
    *kind = EXPR_PID;
  } else if (strcmp(name, "_nr_pr") == 0) {
    *kind = EXPR_NR_PR;
  } else if (strcmp(name, "_last") == 0) {
    *kind = EXPR_LAST;
    p->model->features.last = true;
  } else if (strcmp(name, "_priority") == 0) {
    *kind = EXPR_PRIORITY;
    p->model->features.priority = true;
  } else {
    return false;
  }
  return true;
}

static struct expr *parse_name(struct parser *p) {
  enum expr_kind kind;
  if (predefined(p, &kind))
    return new_expr(p, kind, take(p).span);
  const struct mtype_value *value = map_get(&p->mtype_values, peek(p)->text);
  if (value) {
    struct token token = take(p);
    struct expr *expr = new_constant(p, value->value, token.span);
    expr->mtype_name = token.text;
    expr->mtype_subtype = value->subtype;
    return expr;
  }
  if (at_event(p))
    return parse_event(p);
  if (looks_remote(p))
    return parse_remote(p);
  if (map_get(&p->inlines, peek(p)->text)) {
    syntax_error(p, "an inline is a statement: expected an expression");
    return new_constant(p, 0, peek(p)->span);
  }
  struct ref *ref = parse_ref(p, REF_ANY_RECORD);
  if (at_poll(p))
    return parse_poll(p, ref);
  if (ref->var == p->dummy && !p->in_event_map && !at(p, TOKEN_ASSIGN))
    semantic_error(p, ref->where, "'_' can be written only, not read");
  return new_ref_expr(p, ref);
}

static struct expr *parse_number(struct parser *p) {
  struct token token = take(p);
  if (token.value > INT32_MAX || token.value < INT32_MIN)
    diag_warning(p->diag, token.span,
                 "%s does not fit into 32 bits; its value here is %d",
                 token.text, (int)(int32_t)token.value);
  return new_constant(p, (int32_t)token.value, token.span);
}

static struct expr *parse_word(struct parser *p, int32_t value) {
  struct token token = take(p);
  struct expr *expr = new_constant(p, value, token.span);
  expr->word = token.text;
  return expr;
}

static struct expr *not_an_expression(struct parser *p) {
  syntax_error(p, "expected an expression");
  return new_constant(p, 0, peek(p)->span);
}

static struct expr *parse_primary(struct parser *p) {
  struct features *features = &p->model->features;
  switch (peek(p)->kind) {
  case TOKEN_NUMBER:
    return parse_number(p);
  case TOKEN_KW_TRUE:
  case TOKEN_KW_SKIP:
    return parse_word(p, 1);
  case TOKEN_KW_FALSE:
    return parse_word(p, 0);
  case TOKEN_NAME:
  case TOKEN_KW_IN:
    return parse_name(p);
  case TOKEN_KW_RUN:
    return parse_run(p);
  case TOKEN_KW_LEN:
    return parse_channel_test(p, EXPR_LEN);
  case TOKEN_KW_FULL:
    return parse_channel_test(p, EXPR_FULL);
  case TOKEN_KW_NFULL:
    return parse_channel_test(p, EXPR_NFULL);
  case TOKEN_KW_EMPTY:
    return parse_channel_test(p, EXPR_EMPTY);
  case TOKEN_KW_NEMPTY:
    return parse_channel_test(p, EXPR_NEMPTY);
  case TOKEN_KW_ENABLED:
    features->enabled = true;
    return parse_process_test(p, EXPR_ENABLED);
  case TOKEN_KW_PC_VALUE:
    features->pc_value = true;
    return parse_process_test(p, EXPR_PC_VALUE);
  case TOKEN_KW_GET_PRIORITY:
    features->priority = true;
    return parse_process_test(p, EXPR_GET_PRIORITY);
  case TOKEN_KW_TIMEOUT:
    features->timeout = true;
    return new_expr(p, EXPR_TIMEOUT, take(p).span);
  case TOKEN_KW_NP:
    features->np = true;
    return new_expr(p, EXPR_NP, take(p).span);
  default:
    return not_an_expression(p);
  }
}

static struct operand negate(struct parser *p, struct operand inner,
                             enum expr_kind kind, struct span start) {
  if (inner.formula) {
    if (kind == EXPR_NOT)
      return ltl_combine(p, FORMULA_NOT, inner, inner, span_from(p, start));
    semantic_error(p, start, "a formula has no number to compute with");
    return inner;
  }
  struct expr *expr = new_expr(p, kind, span_from(p, start));
  expr->a = scalar(p, inner.expr);
  measure(expr);
  return plain(expr);
}

static struct operand parse_prefix(struct parser *p) {
  struct span start = peek(p)->span;
  switch (peek(p)->kind) {
  case TOKEN_LPAREN:
    return parse_group(p);
  case TOKEN_NOT:
    take(p);
    return negate(p, parse_unary(p), EXPR_NOT, start);
  case TOKEN_NOTNOT:
    take(p);
    return negate(p, negate(p, parse_unary(p), EXPR_NOT, start), EXPR_NOT,
                  start);
  case TOKEN_MINUS:
    take(p);
    return negate(p, parse_unary(p), EXPR_NEGATE, start);
  case TOKEN_TILDE:
    take(p);
    return negate(p, parse_unary(p), EXPR_COMPLEMENT, start);
  default:
    if (p->ltl_mode && at_ltl_prefix(p))
      return ltl_prefix(p);
    return plain(parse_primary(p));
  }
}

static struct operand parse_unary(struct parser *p) {
  if (!enter(p))
    return plain(new_constant(p, 0, peek(p)->span));
  struct operand operand = parse_prefix(p);
  leave(p);
  if (!operand.formula)
    measure(operand.expr);
  return operand;
}

struct operand parse_operand(struct parser *p) {
  return parse_unary(p);
}

/* f == g for formulas: SPIN's precedence makes it of `[] x == y`. */
static struct operand compare(struct parser *p, enum expr_kind kind,
                              struct operand left, struct operand right,
                              struct span where) {
  if (!p->panic) {
    diag_warning(p->diag, where,
                 "this compares a temporal formula, as "
                 "temporal operators bind more tightly");
    diag_note(p->diag, where, "if that is not meant, write [] (x == y)");
  }
  struct operand equal = ltl_combine(p, FORMULA_EQUIV, left, right, where);
  return kind == EXPR_EQ ? equal
                         : ltl_combine(p, FORMULA_NOT, equal, equal, where);
}

static bool is_comparison(const struct expr *expr) {
  return expr->kind >= EXPR_LT && expr->kind <= EXPR_NE;
}

static void doubt_bits(struct parser *p, enum expr_kind kind,
                       const struct expr *left, const struct expr *right,
                       struct span where) {
  if ((kind != EXPR_BIT_AND && kind != EXPR_BIT_OR) || !is_comparison(left) ||
      !is_comparison(right) || p->panic)
    return;
  const char *text = kind == EXPR_BIT_AND ? "&" : "|";
  diag_warning(p->diag, where, "'%s' works bit by bit: did you mean '%s%s'?",
               text, text, text);
}

static struct operand combine(struct parser *p, enum expr_kind kind,
                              struct operand left, struct operand right,
                              struct token operator_token) {
  struct span where = operator_token.span;
  if (!left.formula && !right.formula) {
    doubt_bits(p, kind, left.expr, right.expr, where);
    struct expr *expr =
        new_binary(p, kind, scalar(p, left.expr), scalar(p, right.expr));
    check_height(p, expr, where);
    return plain(expr);
  }
  switch (kind) {
  case EXPR_AND:
    return ltl_combine(p, FORMULA_AND, left, right, where);
  case EXPR_OR:
    return ltl_combine(p, FORMULA_OR, left, right, where);
  case EXPR_EQ:
  case EXPR_NE:
    return compare(p, kind, left, right, where);
  default:
    semantic_error(p, where, "'%s' cannot be applied to a temporal formula",
                   operator_token.text);
    return left.formula ? left : right;
  }
}

/* True when the operator here begins the next statement instead. */
static bool begins_statement(const struct parser *p) {
  return at(p, TOKEN_MINUS) && line_ended(p);
}

static struct operand parse_binary(struct parser *p, struct operand left,
                                   int min) {
  while (!p->panic) {
    enum formula_kind temporal = FORMULA_TRUE;
    struct operator_info info = binary_operator(peek(p)->kind);
    if (info.precedence == 0 && p->ltl_mode)
      info.precedence = ltl_operator(p, &temporal);
    if (info.precedence < min || info.precedence == 0 || begins_statement(p))
      break;
    struct token token = take(p);
    if (!count_operator(p))
      break;
    struct operand right = parse_binary(p, parse_unary(p), info.precedence + 1);
    left = temporal == FORMULA_TRUE
               ? combine(p, info.kind, left, right, token)
               : ltl_combine(p, temporal, left, right, token.span);
  }
  return left;
}

struct operand parse_formula_operand(struct parser *p) {
  return parse_binary(p, parse_unary(p), 1);
}

void begin_expression(struct parser *p) {
  if (p->expressions++ == 0)
    p->operators = 0;
}

void end_expression(struct parser *p) {
  p->expressions--;
}

struct expr *parse_expr(struct parser *p) {
  begin_expression(p);
  struct operand operand = parse_binary(p, parse_unary(p), 1);
  end_expression(p);
  return operand.expr;
}

struct expr *parse_expr_after(struct parser *p, struct expr *first) {
  begin_expression(p);
  struct operand operand = parse_binary(p, plain(first), 1);
  end_expression(p);
  return operand.expr;
}
