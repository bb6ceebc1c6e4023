/* References to variables, and lists of them: messages, arguments, patterns.
 *
 * An array without an index stands for its first element, with a warning, as
 * in SPIN's verifier.
 *
 * A whole record in a message, a receive or a run stands for its leaves in the
 * order of declaration; flatten_ref() spells them out, so nobody after the
 * parser meets a record as a value.
 */
#include "promela/parser.h"

#include <string.h>

const struct var *ref_target(const struct ref *ref) {
  while (ref->field)
    ref = ref->field;
  return ref->var;
}

static struct ref *last_part(struct ref *ref) {
  while (ref->field)
    ref = ref->field;
  return ref;
}

bool ref_is_record(const struct ref *ref) {
  return ref_target(ref)->type.kind == TYPE_RECORD;
}

static void parse_index(struct parser *p, struct ref *part) {
  if (at(p, TOKEN_ALWAYS)) {
    syntax_error(p, "expected an index");
    return;
  }
  if (!accept(p, TOKEN_LBRACKET))
    return;
  bool ltl_mode = p->ltl_mode;
  p->ltl_mode = false;
  part->index = parse_expr(p);
  p->ltl_mode = ltl_mode;
  expect(p, TOKEN_RBRACKET, "after the index");
  if (!part->var->is_array && !p->panic &&
      !map_get(&p->reported, part->var->name)) {
    semantic_error(p, part->where, "'%s' is not an array", part->var->name);
    diag_note(p->diag, part->var->where, "declared here");
  }
}

static struct var *find_field(struct parser *p, const struct var *var,
                              const char *name, struct span where) {
  if (var->type.kind == TYPE_RECORD) {
    const struct record *record = var->type.record;
    for (uint32_t i = 0; i < record->field_count; i++)
      if (record->fields[i]->name == name)
        return record->fields[i];
    semantic_error(p, where, "record '%s' has no field '%s'", record->name,
                   name);
  } else if (!map_get(&p->reported, var->name)) {
    semantic_error(p, where, "'%s' is not a record: it has no field '%s'",
                   var->name, name);
  }
  struct var *unknown = ARENA_NEW(p->model->arena, struct var);
  *unknown = (struct var){.name = name, .type = {.kind = TYPE_INT}, .count = 1};
  return unknown;
}

void need_index(struct parser *p, struct ref *part) {
  if (!part->var->is_array || part->index)
    return;
  part->index = new_constant(p, 0, part->where);
  if (!p->panic)
    diag_warning(p->diag, part->where,
                 "'%s' is an array: without an index, this is %s[0]",
                 part->var->name, part->var->name);
}

static void check_end(struct parser *p, struct ref *part, enum ref_use use) {
  if (use != REF_ARRAY)
    need_index(p, part);
  if (use == REF_LEAF && part->var->type.kind == TYPE_RECORD)
    semantic_error(p, part->where, "'%s' is a record: name one of its fields",
                   part->var->name);
}

struct ref *parse_ref(struct parser *p, enum ref_use use) {
  struct ref *ref = ARENA_NEW(p->model->arena, struct ref);
  struct span where = peek(p)->span;
  const char *name = expect_name(p, "a variable", &where);
  ref->where = where;
  ref->var = find_variable(p, name ? name : "_", where);
  struct ref *part = ref;
  parse_index(p, part);
  while (at(p, TOKEN_DOT) && !p->panic) {
    take(p);
    need_index(p, part);
    name = expect_name(p, "a field", &where);
    if (!name)
      break;
    part->field = ARENA_NEW(p->model->arena, struct ref);
    part->field->var = find_field(p, part->var, name, where);
    part->field->where = where;
    part = part->field;
    parse_index(p, part);
  }
  ref->where = span_from(p, ref->where);
  check_end(p, part, use);
  return ref;
}

/* A copy of the reference, extended by one field. */
static struct ref *extend(struct parser *p, const struct ref *ref,
                          struct var *field) {
  struct ref *copy = ARENA_NEW(p->model->arena, struct ref);
  *copy = *ref;
  if (ref->field) {
    copy->field = extend(p, ref->field, field);
    return copy;
  }
  copy->field = ARENA_NEW(p->model->arena, struct ref);
  *copy->field = (struct ref){.var = field, .where = ref->where};
  return copy;
}

static void flatten(struct parser *p, struct ref *ref, expr_list *out) {
  if (!ref_is_record(ref)) {
    vec_push(out, new_ref_expr(p, ref));
    return;
  }
  const struct record *record = ref_target(ref)->type.record;
  for (uint32_t i = 0; i < record->field_count; i++) {
    struct var *field = record->fields[i];
    for (uint32_t k = 0; k < field->count; k++) {
      struct ref *leaf = extend(p, ref, field);
      if (field->is_array)
        last_part(leaf)->index = new_constant(p, (int32_t)k, ref->where);
      flatten(p, leaf, out);
    }
  }
}

void flatten_ref(struct parser *p, struct ref *ref, expr_list *out) {
  if (ref_is_record(ref) &&
      record_info(p, ref_target(ref)->type.record).leaves >
          MAX_MESSAGE_FIELDS) {
    semantic_error(p, ref->where,
                   "this record has too many parts for a message (over %d)",
                   MAX_MESSAGE_FIELDS);
    return;
  }
  flatten(p, ref, out);
}

static void add_argument(struct parser *p, struct expr *expr, expr_list *out) {
  if (expr->kind == EXPR_REF)
    flatten_ref(p, expr->ref, out);
  else
    vec_push(out, expr);
}

void parse_values(struct parser *p, expr_list *out) {
  do {
    struct expr *value = parse_expr(p);
    if (value->kind == EXPR_REF && ref_is_record(value->ref))
      semantic_error(p, value->where, "a record has no single value");
    vec_push(out, value);
  } while (!p->panic && accept(p, TOKEN_COMMA));
}

void parse_arguments(struct parser *p, expr_list *out) {
  do {
    add_argument(p, parse_expr(p), out);
  } while (!p->panic && accept(p, TOKEN_COMMA));
}

/* a,b,c or a(b,c) */
void parse_message(struct parser *p, expr_list *out) {
  add_argument(p, parse_expr(p), out);
  if (at(p, TOKEN_LPAREN) && !line_ended(p)) {
    open_parenthesis(p, "");
    parse_arguments(p, out);
    close_parenthesis(p, "after the fields of the message");
  } else if (accept(p, TOKEN_COMMA)) {
    parse_arguments(p, out);
  }
}

static void push_pattern(pattern_list *out, enum pattern_kind kind,
                         struct ref *ref, struct expr *value) {
  struct pattern pattern = {.kind = kind, .ref = ref, .value = value};
  vec_push(out, pattern);
}

static void bind_pattern(struct parser *p, pattern_list *out) {
  if (strcmp(peek(p)->text, "_") == 0) {
    take(p);
    push_pattern(out, PATTERN_ANY, NULL, NULL);
    return;
  }
  struct ref *ref = parse_ref(p, REF_ANY_RECORD);
  expr_list leaves = {0};
  flatten_ref(p, ref, &leaves);
  for (size_t i = 0; i < leaves.count; i++)
    push_pattern(out, PATTERN_BIND, leaves.items[i]->ref, NULL);
  vec_free(&leaves);
}

static void eval_pattern(struct parser *p, pattern_list *out) {
  take(p);
  open_parenthesis(p, "after eval");
  struct expr *value = parse_expr(p);
  close_parenthesis(p, "after the value of eval");
  push_pattern(out, PATTERN_MATCH, NULL, value);
  vec_last(out)->is_eval = true;
}

static const char *const predefined[] = {"_pid", "_nr_pr", "_last", "_priority",
                                         "np_"};

/* A receive cannot fill what SPIN defines itself. */
static bool is_predefined(struct parser *p) {
  const char *name = peek(p)->text;
  for (size_t i = 0; i < sizeof predefined / sizeof predefined[0]; i++)
    if (strcmp(name, predefined[i]) == 0) {
      semantic_error(p, peek(p)->span, "a receive cannot set %s", name);
      if (!p->panic)
        diag_note(p->diag, peek(p)->span, "to match it, write eval(%s)", name);
      p->panic = true;
      return true;
    }
  return false;
}

static bool names_variable(const struct parser *p) {
  const char *name = peek(p)->text;
  return at_name(p) && !map_get(&p->mtype_values, name);
}

static void parse_pattern(struct parser *p, pattern_list *out) {
  switch (peek(p)->kind) {
  case TOKEN_KW_EVAL:
    eval_pattern(p, out);
    return;
  case TOKEN_NUMBER:
  case TOKEN_MINUS:
  case TOKEN_KW_TRUE:
  case TOKEN_KW_FALSE:
  case TOKEN_KW_SKIP:
    push_pattern(out, PATTERN_MATCH, NULL, parse_operand(p).expr);
    return;
  default:
    if (names_variable(p) && !is_predefined(p))
      bind_pattern(p, out);
    else if (at_name(p))
      push_pattern(out, PATTERN_MATCH, NULL, parse_operand(p).expr);
    else
      syntax_error(p, "expected a variable, a constant or eval(...)");
  }
}

/* a,b,c with parentheses around any tail: a(b,c), (a,b), a,(b,c) */
void parse_patterns(struct parser *p, pattern_list *out) {
  uint32_t open = 0;
  for (;;) {
    while (at(p, TOKEN_LPAREN)) {
      take(p);
      open++;
    }
    parse_pattern(p, out);
    if (p->panic)
      return;
    bool group = at(p, TOKEN_LPAREN) && !line_ended(p);
    if (!group && !accept(p, TOKEN_COMMA))
      break;
  }
  while (open-- > 0)
    if (!expect(p, TOKEN_RPAREN, "after the fields of the message"))
      return;
}
