/* Events, the propositions about a step: moves, sends, receives, passes and
 * executes.
 *
 * Their words are special only in formulas and never claims, before a
 * parenthesis, and where nothing of that name is declared; elsewhere a model
 * may use them as it likes.  An event is true or false of a step and has no
 * value in a state, so only && || and ! can be applied to it.
 */
#include "promela/parser.h"

#include <string.h>

static const struct {
  const char *word;
  enum expr_kind kind;
} words[] = {
    {"moves", EXPR_MOVES},       {"sends", EXPR_SENDS},
    {"receives", EXPR_RECEIVES}, {"passes", EXPR_PASSES},
    {"executes", EXPR_EXECUTES},
};

static bool find_word(const char *name, enum expr_kind *kind) {
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcmp(words[i].word, name) == 0) {
      *kind = words[i].kind;
      return true;
    }
  return false;
}

static bool is_declared(const struct parser *p, const char *name) {
  return map_get(&p->variables, name) || map_get(&p->mtype_values, name) ||
         map_get(&p->inlines, name) || map_get(&p->proctypes, name);
}

bool at_event(const struct parser *p) {
  enum expr_kind kind;
  return at(p, TOKEN_NAME) && peek_at(p, 1)->kind == TOKEN_LPAREN &&
         find_word(peek(p)->text, &kind) && !is_declared(p, peek(p)->text);
}

static bool in_claim(const struct parser *p) {
  return p->ltl_mode || (p->proctype && p->proctype->kind == PROC_NEVER);
}

/* The name of a proctype, which may be declared further down, or `init`. */
static bool at_proctype(const struct parser *p) {
  const char *name = peek(p)->text;
  return at(p, TOKEN_KW_INIT) ||
         (at(p, TOKEN_NAME) && name[0] != '_' &&
          (map_get(&p->proctypes, name) || !is_declared(p, name)));
}

static void parse_proctype(struct parser *p, struct expr *expr) {
  if (!at_proctype(p)) {
    syntax_error(p, "expected the name of a proctype");
    return;
  }
  struct token name = take_proctype(p);
  wait_for_proctype(p, expr, name.text, name.span, NULL);
}

static void parse_moves(struct parser *p, struct expr *expr) {
  if (at_proctype(p) && peek_at(p, 1)->kind == TOKEN_RPAREN)
    parse_proctype(p, expr);
  else
    expr->a = parse_plain_expr(p);
}

/* A value to match, or `_`. */
static void parse_field(struct parser *p, pattern_list *out) {
  struct pattern pattern = {.kind = PATTERN_ANY};
  if (at_name(p) && strcmp(peek(p)->text, "_") == 0) {
    take(p);
  } else {
    accept(p, TOKEN_KW_EVAL);
    pattern.kind = PATTERN_MATCH;
    pattern.value = parse_plain_expr(p);
  }
  vec_push(out, pattern);
}

static struct expr *parse_watched_channel(struct parser *p) {
  if (looks_remote(p))
    return parse_remote(p);
  struct ref *ref = parse_ref(p, REF_LEAF);
  check_channel(p, ref);
  return new_ref_expr(p, ref);
}

static void check_fields(struct parser *p, const struct expr *expr) {
  if (expr->a->kind != EXPR_REF || p->panic)
    return;
  const struct var *var = ref_target(expr->a->ref);
  if (!var->channel || expr->pattern_count <= var->channel->field_count)
    return;
  semantic_error(p, expr->a->where,
                 "%u fields are given, but the messages of '%s' have %u",
                 expr->pattern_count, var->name, var->channel->field_count);
  diag_note(p->diag, var->where, "the channel is declared here");
}

static void parse_communication(struct parser *p, struct expr *expr) {
  pattern_list patterns = {0};
  expr->a = parse_watched_channel(p);
  while (!p->panic && accept(p, TOKEN_COMMA))
    parse_field(p, &patterns);
  expr->patterns = PARSER_KEEP(p->model->arena, &patterns);
  expr->pattern_count = (uint32_t)patterns.count;
  vec_free(&patterns);
  check_fields(p, expr);
}

static void parse_executes(struct parser *p, struct expr *expr) {
  parse_proctype(p, expr);
  expect(p, TOKEN_COMMA, "between the proctype and the line");
  expr->value = (int32_t)parse_constant(p, "a line number");
}

/* passes(P[i]@label) is a remote reference, read as what happens there. */
static struct expr *parse_passes(struct parser *p) {
  struct expr *expr = at_proctype(p) ? parse_remote(p) : NULL;
  if (expr && expr->kind == EXPR_AT) {
    expr->kind = EXPR_PASSES;
    return expr;
  }
  syntax_error(p, "expected a label of a process, as in P@label");
  return new_constant(p, 0, peek(p)->span);
}

struct expr *parse_event(struct parser *p) {
  enum expr_kind kind = EXPR_MOVES;
  struct token word = take(p);
  (void)find_word(word.text, &kind);
  if (!in_claim(p))
    semantic_error(p, word.span,
                   "%s(...) is about a step: it can only be a proposition of "
                   "a formula or a never claim",
                   word.text);
  struct expr *expr = new_expr(p, kind, word.span);
  open_parenthesis(p, "");
  if (kind == EXPR_MOVES)
    parse_moves(p, expr);
  else if (kind == EXPR_EXECUTES)
    parse_executes(p, expr);
  else if (kind == EXPR_PASSES)
    expr = parse_passes(p);
  else
    parse_communication(p, expr);
  close_parenthesis(p, "to close the parenthesis");
  expr->where = span_from(p, word.span);
  return expr;
}

static void refuse_inside(struct parser *p, struct expr *expr) {
  const struct expr *found = expr ? expr_find_event(expr) : NULL;
  if (found)
    semantic_error(p, found->where,
                   "this is true or false of a step: it cannot be part of "
                   "another expression");
}

void check_events(struct parser *p, struct expr *expr) {
  switch (expr->kind) {
  case EXPR_AND:
  case EXPR_OR:
    check_events(p, expr->a);
    check_events(p, expr->b);
    break;
  case EXPR_NOT:
    check_events(p, expr->a);
    break;
  case EXPR_MOVES:
  case EXPR_SENDS:
  case EXPR_RECEIVES:
  case EXPR_PASSES:
  case EXPR_EXECUTES:
    refuse_inside(p, expr->a);
    for (uint32_t i = 0; i < expr->pattern_count; i++)
      refuse_inside(p, expr->patterns[i].value);
    break;
  default:
    refuse_inside(p, expr);
  }
}
