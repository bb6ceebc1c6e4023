/* Tokens to tree: the units of a model.
 *
 * One pass, recursive descent.  Two things wait for the end of the text: ltl
 * blocks, which may name what is declared below them, and names of proctypes in
 * run and in remote references.
 *
 * The grammar is that of SPIN 6.5 (G. Holzmann, The SPIN Model Checker,
 * Addison-Wesley 2003, and the versions after it).
 */
#include "promela/parser.h"

#include <string.h>

static void begin_process(struct parser *p, struct proctype *proctype) {
  proctype->index = (uint32_t)p->all_proctypes.count;
  vec_push(&p->all_proctypes, proctype);
  p->proctype = proctype;
  p->locals.count = 0;
  p->block = 0;
  p->block_parents.count = 0;
  p->loops = 0;
  p->d_step = p->d_step_count = 0;
}

/* The body of a process, whose parameters are declared already. */
static void parse_body(struct parser *p, size_t global_bindings) {
  struct ast_body body = {.proctype = p->proctype};
  struct span start = peek(p)->span;
  p->in_body = p->at_start = true;
  if (expect(p, TOKEN_LBRACE, "before the body of the process")) {
    parse_sequence(p, &body.body);
    if (!accept(p, TOKEN_RBRACE) && !p->stop) {
      bool known = p->panic;
      syntax_error(p, "expected '}' at the end of the process");
      if (!known)
        diag_note(p->diag, start, "to close this '{'");
    }
  }
  p->in_body = false;
  labels_end(p);
  close_block(p, (struct block_mark){.bindings = global_bindings});
  p->proctype->variables = PARSER_KEEP(p->model->arena, &p->locals);
  p->proctype->variable_count = (uint32_t)p->locals.count;
  name_twins(p, p->proctype);
  p->proctype = NULL;
  vec_push(&p->bodies, body);
}

static struct proctype *new_proctype(struct parser *p, enum proctype_kind kind,
                                     const char *name, struct span where) {
  struct proctype *proctype = ARENA_NEW(p->model->arena, struct proctype);
  *proctype = (struct proctype){.kind = kind,
                                .name = intern_string(p->model->intern, name),
                                .where = where,
                                .priority = 1};
  return proctype;
}

static void parse_priority(struct parser *p, struct proctype *proctype) {
  if (!accept(p, TOKEN_KW_PRIORITY))
    return;
  struct span where = peek(p)->span;
  int64_t priority = parse_constant(p, "a priority");
  if (priority < 1 || priority > 255)
    semantic_error(p, where, "a priority must be 1 to 255");
  proctype->priority = (int32_t)priority;
  p->model->features.priority = true;
}

static const struct expr *find_local(const struct expr *expr) {
  if (!expr)
    return NULL;
  if (expr->kind == EXPR_REF && expr->ref->var->scope == SCOPE_LOCAL)
    return expr;
  const struct expr *found = find_local(expr->a);
  found = found ? found : find_local(expr->b);
  return found ? found : find_local(expr->c);
}

static void parse_provided(struct parser *p, struct proctype *proctype) {
  if (!accept(p, TOKEN_KW_PROVIDED))
    return;
  expect(p, TOKEN_LPAREN, "after provided");
  p->parentheses++;
  proctype->provided = parse_expr(p);
  expect(p, TOKEN_RPAREN, "after the condition");
  p->parentheses = 0;
  p->model->features.provided = true;
  const struct expr *local = find_local(proctype->provided);
  if (local)
    semantic_error(p, local->where,
                   "a provided clause cannot name a parameter of its process");
}

static void add_proctype_name(struct parser *p, struct proctype *proctype) {
  const struct proctype *old = map_get(&p->proctypes, proctype->name);
  if (old) {
    semantic_error(p, proctype->where, "proctype '%s' is declared twice",
                   proctype->name);
    diag_note(p->diag, old->where, "the first declaration is here");
    return;
  }
  const struct var *var = map_get(&p->variables, proctype->name);
  if (var) {
    semantic_error(p, proctype->where, "'%s' is already a variable",
                   proctype->name);
    diag_note(p->diag, var->where, "declared here");
  }
  map_put(&p->proctypes, proctype->name, proctype);
}

static void parse_active(struct parser *p, uint32_t *active) {
  if (!accept(p, TOKEN_KW_ACTIVE))
    return;
  *active = 1;
  struct span where = peek(p)->span;
  if (!accept(p, TOKEN_LBRACKET))
    return;
  int64_t count = parse_constant(p, "a number of processes");
  expect(p, TOKEN_RBRACKET, "after the number of processes");
  if (count > MAX_INSTANCES)
    semantic_error(p, where, "there can be at most %d processes",
                   MAX_INSTANCES);
  else
    *active = (uint32_t)count;
}

static void parse_proctype(struct parser *p) {
  size_t bindings = p->bindings.count;
  uint32_t active = 0;
  parse_active(p, &active);
  bool deterministic = at(p, TOKEN_KW_D_PROCTYPE);
  if (!deterministic && !at(p, TOKEN_KW_PROCTYPE)) {
    syntax_error(p, "expected proctype after active");
    return;
  }
  take(p);
  struct span where;
  const char *name = expect_name(p, "a proctype", &where);
  if (!name)
    return;
  struct proctype *proctype = new_proctype(p, PROC_PLAIN, name, where);
  proctype->active = active;
  proctype->deterministic = deterministic;
  add_proctype_name(p, proctype);
  begin_process(p, proctype);
  parse_parameters(p);
  parse_priority(p, proctype);
  parse_provided(p, proctype);
  parse_body(p, bindings);
}

static void parse_init(struct parser *p) {
  struct proctype *proctype =
      new_proctype(p, PROC_INIT, INIT_NAME, take(p).span);
  for (size_t i = 0; i < p->all_proctypes.count; i++)
    if (p->all_proctypes.items[i]->kind == PROC_INIT)
      semantic_error(p, proctype->where, "init is declared twice");
  proctype->active = 1;
  size_t bindings = p->bindings.count;
  begin_process(p, proctype);
  parse_priority(p, proctype);
  parse_body(p, bindings);
}

static const char *claim_name(struct parser *p) {
  if (at_name(p))
    return take(p).text;
  uint32_t number = p->unnamed_claims++;
  return number == 0 ? "never" : arena_printf(p->arena, "never_%u", number);
}

static void parse_never(struct parser *p) {
  struct span where = take(p).span;
  struct proctype *proctype = new_proctype(p, PROC_NEVER, claim_name(p), where);
  for (size_t i = 0; i < p->all_proctypes.count; i++)
    if (p->all_proctypes.items[i]->kind == PROC_NEVER &&
        p->all_proctypes.items[i]->name == proctype->name)
      semantic_error(p, where, "claim '%s' is declared twice", proctype->name);
  size_t bindings = p->bindings.count;
  begin_process(p, proctype);
  parse_body(p, bindings);
}

static void parse_trace(struct parser *p) {
  bool positive = at(p, TOKEN_KW_TRACE);
  struct proctype *proctype =
      new_proctype(p, positive ? PROC_TRACE : PROC_NOTRACE,
                   positive ? ":trace:" : ":notrace:", take(p).span);
  if (p->model->features.trace)
    semantic_error(p, proctype->where, "there is a trace declared already");
  p->model->features.trace = true;
  size_t bindings = p->bindings.count;
  begin_process(p, proctype);
  p->in_event_map = true;
  parse_body(p, bindings);
  p->in_event_map = false;
}

/* Remembers where the block stands and goes on behind it. */
static void skip_ltl_block(struct parser *p) {
  struct span start = peek(p)->span;
  vec_push(&p->ltl_places, p->in.next);
  take(p);
  if (at_name(p))
    take(p);
  if (!at(p, TOKEN_LBRACE))
    return; /* reported when it is read */
  size_t open = 0;
  do {
    enum token_kind kind = take(p).kind;
    open += kind == TOKEN_LBRACE;
    open -= kind == TOKEN_RBRACE;
  } while (open > 0 && !at(p, TOKEN_END));
  if (open > 0) {
    semantic_error(p, start, "this formula is never closed with '}'");
    give_up(p);
  }
}

static void parse_global(struct parser *p) {
  struct stmt_list steps = {0};
  parse_declaration(p, &steps);
  vec_free(&steps.items);
}

/* Somebody may have taken a graph, `des (0, 2, 2)`, for a model. */
static void not_a_unit(struct parser *p) {
  const struct token *token = peek(p);
  const bool is_graph = token->kind == TOKEN_NAME &&
                        strcmp(token->text, "des") == 0 &&
                        peek_at(p, 1)->kind == TOKEN_LPAREN && !p->panic;
  syntax_error(p, "expected a declaration or a process");
  if (is_graph)
    diag_note(p->diag, token->span,
              "a graph is read from a file whose name ends in .aut");
}

static void parse_unit(struct parser *p) {
  switch (peek(p)->kind) {
  case TOKEN_SEMI:
  case TOKEN_ARROW:
    take(p);
    break;
  case TOKEN_KW_PROCTYPE:
  case TOKEN_KW_D_PROCTYPE:
  case TOKEN_KW_ACTIVE:
    parse_proctype(p);
    break;
  case TOKEN_KW_INIT:
    parse_init(p);
    break;
  case TOKEN_KW_NEVER:
    parse_never(p);
    break;
  case TOKEN_KW_TRACE:
  case TOKEN_KW_NOTRACE:
    parse_trace(p);
    break;
  case TOKEN_KW_LTL:
    skip_ltl_block(p);
    break;
  case TOKEN_KW_INLINE:
    parse_inline_definition(p);
    break;
  case TOKEN_KW_TYPEDEF:
    parse_typedef(p);
    break;
  default:
    if (at_declaration(p))
      parse_global(p);
    else
      not_a_unit(p);
  }
}

static void parse_units(struct parser *p) {
  while (!at(p, TOKEN_END) && !p->stop) {
    size_t first = p->in.next;
    parse_unit(p);
    if (p->panic)
      skip_to_unit(p);
    if (p->in.next == first)
      take(p);
    if (diag_is_full(p->diag))
      give_up(p);
  }
}

static void parse_ltl_blocks(struct parser *p) {
  for (size_t i = 0; i < p->ltl_places.count && !p->stop; i++) {
    p->in.next = p->ltl_places.items[i];
    parse_ltl_block(p);
  }
}

/* Embedded C is refused as a whole, at its first place. */
static bool has_embedded_c(const struct tokens *tokens, struct diag *diag) {
  for (size_t i = 0; i < tokens->count; i++) {
    const struct token *token = &tokens->items[i];
    switch (token->kind) {
    case TOKEN_KW_C_CODE:
    case TOKEN_KW_C_DECL:
    case TOKEN_KW_C_EXPR:
    case TOKEN_KW_C_STATE:
    case TOKEN_KW_C_TRACK:
      diag_error(diag, token->span, "embedded C (%s) is not supported",
                 token->text);
      diag_note(diag, token->span,
                "write this part of the model in Promela: C code can neither "
                "be checked nor undone");
      return true;
    default:
      break;
    }
  }
  return false;
}

static void need_process(struct parser *p) {
  for (size_t i = 0; i < p->all_proctypes.count; i++)
    if (p->all_proctypes.items[i]->active > 0)
      return;
  semantic_error(p, peek(p)->span,
                 "the model has no process to start with: it needs an init or "
                 "an active proctype");
}

static void fill_model(struct parser *p, struct ast *out) {
  struct model *model = p->model;
  struct arena *arena = model->arena;
  model->globals = PARSER_KEEP(arena, &p->globals);
  model->global_count = (uint32_t)p->globals.count;
  model->records = PARSER_KEEP(arena, &p->all_records);
  model->record_count = (uint32_t)p->all_records.count;
  model->mtypes = PARSER_KEEP(arena, &p->mtypes);
  model->mtype_count = (uint32_t)p->mtypes.count;
  model->proctypes = PARSER_KEEP(arena, &p->all_proctypes);
  model->proctype_count = (uint32_t)p->all_proctypes.count;
  model->ltl = PARSER_KEEP(arena, &p->ltl);
  model->ltl_count = (uint32_t)p->ltl.count;
  model->atoms = PARSER_KEEP(arena, &p->atoms);
  model->atom_count = (uint32_t)p->atoms.count;
  out->bodies = PARSER_KEEP(p->arena, &p->bodies);
  out->body_count = (uint32_t)p->bodies.count;
}

static void release(struct parser *p) {
  struct map *maps[] = {&p->variables,    &p->mtype_values, &p->records,
                        &p->record_infos, &p->proctypes,    &p->inlines,
                        &p->reported,     &p->labels,       &p->visible_labels,
                        &p->atom_numbers};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++)
    map_free(maps[i]);
  for (size_t i = 0; i < p->all_labels.count; i++)
    map_free(&p->all_labels.items[i]);
  vec_free(&p->all_labels);
  vec_free(&p->bindings);
  vec_free(&p->locals);
  vec_free(&p->block_parents);
  vec_free(&p->gotos);
  vec_free(&p->label_bindings);
  vec_free(&p->globals);
  vec_free(&p->all_records);
  vec_free(&p->mtypes);
  vec_free(&p->all_proctypes);
  vec_free(&p->bodies);
  vec_free(&p->ltl);
  vec_free(&p->atoms);
  vec_free(&p->pending);
  vec_free(&p->ltl_places);
}

enum status promela_parse(const struct tokens *tokens, struct arena *arena,
                          struct diag *diag, struct model *model,
                          struct ast *out) {
  if (has_embedded_c(tokens, diag))
    return STATUS_BAD_INPUT;
  struct parser parser = {
      .in = {tokens->items, 0}, .arena = arena, .diag = diag, .model = model};
  parse_units(&parser);
  if (!parser.stop)
    resolve_pending(&parser);
  parse_ltl_blocks(&parser);
  if (diag_errors(diag) == 0)
    need_process(&parser);
  fill_model(&parser, out);
  release(&parser);
  return diag_errors(diag) == 0 ? STATUS_OK : STATUS_BAD_INPUT;
}
