/* Declarations: variables, channels, mtype names, records, parameters.
 *
 * A local declared before the first statement of its process gets its value
 * when the process is created.  Later ones are statements: passing one sets the
 * variable again (SPIN 6).
 */
#include "promela/parser.h"

#include <string.h>

enum { MAX_ARRAY = 1 << 20, MAX_CAPACITY = 1 << 16 };

/* What stands before the names of a declaration. */
struct decl_head {
  bool hidden, show, local_hint;
  struct type type;
  enum var_scope scope;
  bool is_parameter;
};

static bool is_type_keyword(enum token_kind kind) {
  switch (kind) {
  case TOKEN_KW_BIT:
  case TOKEN_KW_BOOL:
  case TOKEN_KW_BYTE:
  case TOKEN_KW_PID:
  case TOKEN_KW_SHORT:
  case TOKEN_KW_INT:
  case TOKEN_KW_UNSIGNED:
  case TOKEN_KW_MTYPE:
  case TOKEN_KW_CHAN:
    return true;
  default:
    return false;
  }
}

bool at_declaration(const struct parser *p) {
  switch (peek(p)->kind) {
  case TOKEN_KW_HIDDEN:
  case TOKEN_KW_SHOW:
  case TOKEN_KW_LOCAL:
    return true;
  case TOKEN_NAME:
    return map_get(&p->records, peek(p)->text) != NULL;
  default:
    return is_type_keyword(peek(p)->kind);
  }
}

/* Types */

static void parse_subtype(struct parser *p, struct type *type) {
  struct span where;
  if (type->kind == TYPE_MTYPE && accept(p, TOKEN_COLON))
    type->subtype = expect_name(p, "an mtype subtype", &where);
}

static void parse_type(struct parser *p, struct type *type) {
  *type = (struct type){.kind = TYPE_INT};
  struct token token = *peek(p);
  switch (token.kind) {
  case TOKEN_KW_BIT:
    type->kind = TYPE_BIT;
    break;
  case TOKEN_KW_BOOL:
    type->kind = TYPE_BOOL;
    break;
  case TOKEN_KW_BYTE:
    type->kind = TYPE_BYTE;
    break;
  case TOKEN_KW_PID:
    type->kind = TYPE_PID;
    break;
  case TOKEN_KW_SHORT:
    type->kind = TYPE_SHORT;
    break;
  case TOKEN_KW_INT:
    type->kind = TYPE_INT;
    break;
  case TOKEN_KW_UNSIGNED:
    type->kind = TYPE_UNSIGNED;
    break;
  case TOKEN_KW_MTYPE:
    type->kind = TYPE_MTYPE;
    break;
  case TOKEN_KW_CHAN:
    type->kind = TYPE_CHAN;
    break;
  default:
    if (token.kind == TOKEN_NAME)
      type->record = map_get(&p->records, token.text);
    if (!type->record) {
      syntax_error(p, "expected a type");
      return;
    }
    type->kind = TYPE_RECORD;
  }
  take(p);
  parse_subtype(p, type);
}

/* mtype names: later ones have smaller numbers, later declarations larger. */

static struct mtype *find_mtype(struct parser *p, const char *subtype) {
  for (size_t i = 0; i < p->mtypes.count; i++)
    if (p->mtypes.items[i].subtype == subtype)
      return &p->mtypes.items[i];
  struct mtype mtype = {.subtype = subtype};
  vec_push(&p->mtypes, mtype);
  struct mtype *added = vec_last(&p->mtypes);
  added->names = ARENA_ARRAY(p->model->arena, const char *, MAX_MTYPE_NAMES);
  return added;
}

static void add_mtype_names(struct parser *p, const char *subtype,
                            const struct token *names, size_t count) {
  struct mtype *mtype = find_mtype(p, subtype);
  if (mtype->count + count > MAX_MTYPE_NAMES) {
    semantic_error(p, names[0].span, "more than %d mtype names",
                   MAX_MTYPE_NAMES);
    return;
  }
  for (size_t i = count; i-- > 0;) {
    struct mtype_value *value = map_get(&p->mtype_values, names[i].text);
    if (value) {
      semantic_error(p, names[i].span, "mtype name '%s' is declared twice",
                     names[i].text);
      continue;
    }
    mtype->names[mtype->count++] = names[i].text;
    value = ARENA_NEW(p->arena, struct mtype_value);
    *value =
        (struct mtype_value){subtype, (int32_t)mtype->count, names[i].span};
    map_put(&p->mtype_values, names[i].text, value);
  }
}

static void parse_mtype_names(struct parser *p, const struct decl_head *head) {
  VEC(struct token) names = {0};
  struct span start = take(p).span;
  while (at_name(p) || at(p, TOKEN_COMMA)) {
    struct token token = take(p);
    if (token.kind != TOKEN_COMMA)
      vec_push(&names, token);
  }
  if (names.count == 0)
    syntax_error(p, "expected an mtype name");
  expect(p, TOKEN_RBRACE, "after the mtype names");
  if (p->in_body)
    semantic_error(p, start, "mtype names must be declared outside processes");
  else if (head->type.kind != TYPE_MTYPE)
    semantic_error(p, start, "only an mtype has a list of names");
  else if (names.count > 0 && !p->panic)
    add_mtype_names(p, head->type.subtype, names.items, names.count);
  vec_free(&names);
}

/* Variables */

static bool parse_width(struct parser *p, struct var *var) {
  struct span where = peek(p)->span;
  bool given = accept(p, TOKEN_COLON);
  if (given) {
    int64_t bits = parse_constant(p, "the width of an unsigned");
    if (var->type.kind != TYPE_UNSIGNED)
      semantic_error(p, where, "only an unsigned has a width in bits");
    else if (bits < 1 || bits > 31)
      semantic_error(p, where, "the width of an unsigned must be 1 to 31 bits");
    else
      var->type.bits = (uint8_t)bits;
  } else if (var->type.kind == TYPE_UNSIGNED) {
    semantic_error(p, var->where, "an unsigned needs a width: unsigned %s : 5",
                   var->name);
  }
  return given;
}

static void parse_array_size(struct parser *p, struct var *var) {
  struct span start = peek(p)->span;
  if (!accept(p, TOKEN_LBRACKET))
    return;
  int64_t count = parse_size(p);
  expect(p, TOKEN_RBRACKET, "after the size of the array");
  var->is_array = true;
  if (count < 1)
    semantic_error(p, span_from(p, start),
                   "an array must have at least one element");
  else if (count > MAX_ARRAY)
    semantic_error(p, span_from(p, start),
                   "this array is too large (over %d elements)", MAX_ARRAY);
  else
    var->count = (uint32_t)count;
}

struct record_info record_info(const struct parser *p,
                               const struct record *record) {
  const struct record_info *info = map_get(&p->record_infos, record);
  return info ? *info : (struct record_info){0, 0};
}

static uint64_t leaves_of(const struct parser *p, const struct var *var) {
  uint64_t leaves = 1;
  if (var->type.kind == TYPE_RECORD)
    leaves = record_info(p, var->type.record).leaves;
  return leaves * var->count;
}

static void count_elements(struct parser *p, const struct var *var) {
  p->elements += leaves_of(p, var);
  if (p->elements <= MAX_ELEMENTS)
    return;
  semantic_error(p, var->where,
                 "the variables of this model are too large "
                 "(over %d elements in all)",
                 MAX_ELEMENTS);
  give_up(p);
}

/* Adds one message field; a record adds its leaves. */
static void add_field_types(struct channel_type *channel,
                            const struct type *type, struct type *out) {
  if (type->kind != TYPE_RECORD) {
    if (out)
      out[channel->field_count] = *type;
    channel->field_count++;
    return;
  }
  for (uint32_t i = 0; i < type->record->field_count; i++) {
    const struct var *field = type->record->fields[i];
    for (uint32_t k = 0; k < field->count; k++)
      add_field_types(channel, &field->type, out);
  }
}

static uint64_t type_leaves(const struct parser *p, const struct type *type) {
  return type->kind == TYPE_RECORD ? record_info(p, type->record).leaves : 1;
}

static void set_field_types(struct parser *p, struct channel_type *channel,
                            const struct type *types, size_t count,
                            struct span where) {
  uint64_t total = 0;
  for (size_t i = 0; i < count; i++)
    total += type_leaves(p, &types[i]);
  if (total > MAX_MESSAGE_FIELDS) {
    semantic_error(p, where, "a message has at most %d fields",
                   MAX_MESSAGE_FIELDS);
    return;
  }
  channel->fields = ARENA_ARRAY(p->model->arena, struct type, total);
  for (size_t i = 0; i < count; i++)
    add_field_types(channel, &types[i], channel->fields);
}

static void parse_message_types(struct parser *p,
                                struct channel_type *channel) {
  VEC(struct type) types = {0};
  struct span where = peek(p)->span;
  do {
    struct type type;
    struct span start = peek(p)->span;
    parse_type(p, &type);
    if (type.kind == TYPE_UNSIGNED && !p->panic)
      semantic_error(p, start,
                     "unsigned cannot be the type of a message field");
    vec_push(&types, type);
  } while (!p->panic && accept(p, TOKEN_COMMA));
  if (!p->panic)
    set_field_types(p, channel, types.items, types.count, where);
  vec_free(&types);
}

/* [capacity] of { types } */
static void parse_channel(struct parser *p, struct var *var) {
  struct span start = take(p).span;
  struct channel_type *channel =
      ARENA_NEW(p->model->arena, struct channel_type);
  int64_t capacity = parse_constant(p, "the capacity of a channel");
  expect(p, TOKEN_RBRACKET, "after the capacity");
  expect(p, TOKEN_KW_OF, "after the capacity");
  expect(p, TOKEN_LBRACE, "before the types of the message");
  parse_message_types(p, channel);
  expect(p, TOKEN_RBRACE, "after the types of the message");
  start = span_from(p, start);
  if (capacity > MAX_CAPACITY)
    semantic_error(p, start, "this channel is too large (over %d messages)",
                   MAX_CAPACITY);
  if (var->type.kind != TYPE_CHAN)
    semantic_error(p, start,
                   "'%s' is not a chan: it cannot be set to a "
                   "channel",
                   var->name);
  if (p->in_body && !p->at_start)
    semantic_error(p, var->where,
                   "a channel must be declared before the "
                   "first statement of its process");
  if (p->panic)
    return; /* nothing is known about it */
  channel->capacity = (uint32_t)capacity;
  var->channel = channel;
  if (capacity > 0)
    p->model->features.buffered = true;
  else
    p->model->features.rendezvous = true;
}

/* { 1, 2, 3 }: the last value fills the rest of the array. */
static void parse_initial_list(struct parser *p, struct var *var) {
  struct span start = take(p).span;
  expr_list values = {0};
  do {
    struct span where = peek(p)->span;
    int32_t value = (int32_t)parse_signed_constant(p);
    vec_push(&values, new_constant(p, value, where));
  } while (!p->panic && accept(p, TOKEN_COMMA));
  expect(p, TOKEN_RBRACE, "after the initial values");
  start = span_from(p, start);
  if (!var->is_array)
    semantic_error(p, start, "'%s' is not an array: it has one value",
                   var->name);
  else if (p->in_body && !p->at_start)
    semantic_error(p, start,
                   "an array can be set to a list only before the "
                   "first statement of its process");
  if (values.count > var->count)
    diag_warning(p->diag, start, "more values than elements");
  while (values.count < var->count)
    vec_push(&values, *vec_last(&values));
  var->init_count = var->count;
  var->inits = parser_keep(p->model->arena, values.items,
                           var->count * sizeof *values.items);
  vec_free(&values);
}

static void parse_initial_value(struct parser *p, struct var *var) {
  if (at(p, TOKEN_LBRACE)) {
    parse_initial_list(p, var);
    return;
  }
  struct expr *value = parse_expr(p);
  if (contains_run(value))
    semantic_error(p, value->where, "run cannot be used in an initial value");
  if (var->type.kind == TYPE_RECORD) {
    diag_warning(p->diag, value->where,
                 "a record cannot be set as a whole: "
                 "this value is ignored");
    return;
  }
  check_value(p, var, value);
  var->inits = ARENA_ARRAY(p->model->arena, struct expr *, 1);
  var->inits[0] = value;
  var->init_count = 1;
}

static void add_step(struct parser *p, struct var *var,
                     struct stmt_list *steps) {
  if (!p->in_body || p->at_start || var->channel)
    return;
  var->init_is_step = true;
  struct stmt *stmt = new_stmt(p, STMT_DECL, span_from(p, var->where));
  stmt->var = var;
  vec_push(&steps->items, stmt);
}

static void keep_variable(struct parser *p, struct var *var) {
  count_elements(p, var);
  declare(p, var);
  if (var->scope == SCOPE_GLOBAL)
    vec_push(&p->globals, var);
  else
    vec_push(&p->locals, var);
}

static void check_hidden(struct parser *p, const struct var *var) {
  if (var->scope == SCOPE_LOCAL)
    semantic_error(p, var->where, "only a global variable can be hidden");
  if (var->type.kind == TYPE_BIT || var->type.kind == TYPE_BOOL)
    semantic_error(p, var->where, "a %s cannot be hidden: make it a byte",
                   var->type.kind == TYPE_BIT ? "bit" : "bool");
}

static struct var *parse_variable(struct parser *p,
                                  const struct decl_head *head) {
  struct span where;
  const char *name = expect_name(p, "a variable", &where);
  if (!name)
    return NULL;
  struct var *var = ARENA_NEW(p->model->arena, struct var);
  *var = (struct var){.name = name,
                      .where = where,
                      .type = head->type,
                      .count = 1,
                      .scope = head->scope,
                      .block = p->in_body ? p->block : 0,
                      .is_parameter = head->is_parameter,
                      .hidden = head->hidden,
                      .show = head->show,
                      .local_hint = head->local_hint};
  if (!parse_width(p, var))
    parse_array_size(p, var);
  if (var->hidden)
    check_hidden(p, var);
  if (accept(p, TOKEN_ASSIGN)) {
    if (head->is_parameter)
      semantic_error(p, where, "a parameter cannot have an initial value");
    if (at(p, TOKEN_LBRACKET))
      parse_channel(p, var);
    else
      parse_initial_value(p, var);
  }
  return var;
}

static struct decl_head parse_head(struct parser *p) {
  struct decl_head head = {.scope = p->proctype ? SCOPE_LOCAL : SCOPE_GLOBAL};
  switch (peek(p)->kind) {
  case TOKEN_KW_HIDDEN:
    take(p);
    head.hidden = true;
    break;
  case TOKEN_KW_SHOW:
    take(p);
    head.show = true;
    break;
  case TOKEN_KW_LOCAL:
    take(p);
    head.local_hint = true;
    break;
  default:
    break;
  }
  parse_type(p, &head.type);
  return head;
}

void parse_declaration(struct parser *p, struct stmt_list *steps) {
  struct decl_head head = parse_head(p);
  if (at(p, TOKEN_LBRACE) ||
      (at(p, TOKEN_ASSIGN) && peek_at(p, 1)->kind == TOKEN_LBRACE)) {
    accept(p, TOKEN_ASSIGN);
    parse_mtype_names(p, &head);
    return;
  }
  do {
    struct var *var = parse_variable(p, &head);
    if (!var)
      return;
    keep_variable(p, var);
    add_step(p, var, steps);
  } while (!p->panic && accept(p, TOKEN_COMMA));
}

/* Records and parameters: declarations separated by semicolons.  Parameters are
 * variables of their process, and looked at as these are.
 */

typedef VEC(struct var *) var_list;

static bool has_field(const var_list *fields, const char *name) {
  for (size_t i = 0; i < fields->count; i++)
    if (fields->items[i]->name == name)
      return true;
  return false;
}

static void parse_field_list(struct parser *p, struct decl_head *head,
                             var_list *out) {
  do {
    struct var *var = parse_variable(p, head);
    if (!var)
      return;
    if (!head->is_parameter && has_field(out, var->name))
      semantic_error(p, var->where, "'%s' is declared twice", var->name);
    vec_push(out, var);
  } while (!p->panic && accept(p, TOKEN_COMMA));
}

static void parse_fields(struct parser *p, enum token_kind end,
                         struct decl_head want, var_list *out) {
  while (!at(p, end) && !at(p, TOKEN_END) && !p->panic) {
    while (accept(p, TOKEN_SEMI))
      ;
    if (at(p, end))
      break;
    struct decl_head head = parse_head(p);
    head.scope = want.scope;
    head.is_parameter = want.is_parameter;
    parse_field_list(p, &head, out);
    if (!at(p, TOKEN_SEMI) && !at(p, end) && !peek(p)->line_start)
      syntax_error(p, "expected ';' or %s", token_kind_text(end));
  }
}

static void measure_record(struct parser *p, const struct record *record) {
  struct record_info *info = ARENA_NEW(p->arena, struct record_info);
  info->depth = 1;
  for (uint32_t i = 0; i < record->field_count; i++) {
    const struct var *field = record->fields[i];
    info->leaves += leaves_of(p, field);
    if (field->type.kind == TYPE_RECORD) {
      uint32_t depth = record_info(p, field->type.record).depth + 1;
      info->depth = depth > info->depth ? depth : info->depth;
    }
  }
  if (info->leaves > MAX_ELEMENTS || info->depth > MAX_NESTING) {
    semantic_error(p, record->where, "record '%s' is too large", record->name);
    give_up(p);
  }
  map_put(&p->record_infos, record, info);
}

void parse_typedef(struct parser *p) {
  take(p);
  struct record *record = ARENA_NEW(p->model->arena, struct record);
  record->name = expect_name(p, "a record type", &record->where);
  if (record->name && map_get(&p->records, record->name))
    semantic_error(p, record->where, "type '%s' is declared twice",
                   record->name);
  expect(p, TOKEN_LBRACE, "before the fields of the record");
  var_list fields = {0};
  parse_fields(p, TOKEN_RBRACE, (struct decl_head){.scope = SCOPE_FIELD},
               &fields);
  expect(p, TOKEN_RBRACE, "after the fields of the record");
  if (fields.count == 0)
    semantic_error(p, record->where, "a record must have at least one field");
  record->fields = PARSER_KEEP(p->model->arena, &fields);
  record->field_count = (uint32_t)fields.count;
  vec_free(&fields);
  if (!record->name)
    return;
  measure_record(p, record);
  map_put(&p->records, record->name, record);
  vec_push(&p->all_records, record);
}

void parse_parameters(struct parser *p) {
  var_list parameters = {0};
  expect(p, TOKEN_LPAREN, "after the name of the proctype");
  parse_fields(p, TOKEN_RPAREN,
               (struct decl_head){.scope = SCOPE_LOCAL, .is_parameter = true},
               &parameters);
  expect(p, TOKEN_RPAREN, "after the parameters");
  for (size_t i = 0; i < parameters.count; i++) {
    if (parameters.items[i]->is_array)
      semantic_error(p, parameters.items[i]->where,
                     "a parameter cannot be an array");
    keep_variable(p, parameters.items[i]);
  }
  p->proctype->parameter_count = (uint32_t)parameters.count;
  vec_free(&parameters);
}
