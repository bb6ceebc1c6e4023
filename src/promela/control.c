/* Builds the control flow of a body: see control.h.
 *
 * Elements are numbered in the order SPIN numbers its own (inner statements
 * before the selection around them), so pc_value() gives the same numbers.
 *
 * Invariant: while a body is built, every chain is linked by `next` up to its
 * last element; the last element's own `next` is set when something is appended
 * behind the construct, or by control_finish().
 */
#include "promela/control.h"

#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { SELECT_AS_CHOICE = 32 }; /* a wider select() becomes a loop */

struct builder {
  struct control *control;
  struct loop *loop; /* innermost, or NULL */
  bool in_inline;
};

static struct element *add_statement(struct builder *builder, struct stmt *stmt,
                                     struct chain *chain);

static struct element *new_element(struct builder *builder,
                                   enum element_kind kind, struct span where) {
  struct control *control = builder->control;
  struct element *element = ARENA_NEW(control->arena, struct element);
  element->kind = kind;
  element->where = where;
  vec_push(&control->elements, element);
  element->number = (uint32_t)control->elements.count;
  return element;
}

static void append(struct chain *chain, struct element *element) {
  if (chain->first)
    chain->last->next = element;
  else
    chain->first = element;
  chain->last = element;
}

static struct element *add_action(struct builder *builder, struct chain *chain,
                                  enum action_kind kind, struct span where) {
  struct element *element = new_element(builder, ELEMENT_ACTION, where);
  element->action = lower_action(builder->control->model, kind, where);
  append(chain, element);
  return element;
}

/* ---- expressions made here: loops and select ---- */

static struct expr *make_expr(struct builder *builder, enum expr_kind kind,
                              struct span where) {
  struct expr *expr = ARENA_NEW(builder->control->model->arena, struct expr);
  expr->kind = kind;
  expr->where = where;
  return expr;
}

static struct expr *make_const(struct builder *builder, int32_t value,
                               struct span where) {
  struct expr *expr = make_expr(builder, EXPR_CONST, where);
  expr->value = value;
  return expr;
}

static struct expr *make_value(struct builder *builder, struct ref *ref) {
  struct expr *expr = make_expr(builder, EXPR_REF, ref->where);
  expr->ref = ref;
  return expr;
}

static struct expr *make_binary(struct builder *builder, enum expr_kind kind,
                                struct expr *a, struct expr *b) {
  struct expr *expr = make_expr(builder, kind, a->where);
  expr->a = a;
  expr->b = b;
  return expr;
}

static void add_assign(struct builder *builder, struct chain *chain,
                       struct ref *ref, struct expr *value, struct span where) {
  struct element *element = add_action(builder, chain, ACTION_ASSIGN, where);
  element->action->ref = ref;
  element->action->value = value;
}

static void add_test(struct builder *builder, struct chain *chain,
                     struct expr *value, struct span where) {
  add_action(builder, chain, ACTION_TEST, where)->action->value = value;
}

static void add_increment(struct builder *builder, struct chain *chain,
                          struct ref *ref, struct span where) {
  add_assign(builder, chain, ref,
             make_binary(builder, EXPR_ADD, make_value(builder, ref),
                         make_const(builder, 1, where)),
             where);
}

static void add_break(struct builder *builder, struct chain *chain,
                      struct span where) {
  struct element *element = new_element(builder, ELEMENT_GOTO, where);
  element->loop = builder->loop;
  append(chain, element);
}

/* ---- labels ---- */

static unsigned label_flags(const char *name) {
  unsigned flags = ELEMENT_LABELLED;
  if (strncmp(name, "end", 3) == 0)
    flags |= ELEMENT_IS_END;
  if (strncmp(name, "progress", 8) == 0)
    flags |= ELEMENT_IS_PROGRESS;
  if (strncmp(name, "accept", 6) == 0)
    flags |= ELEMENT_IS_ACCEPT;
  return flags;
}

static void set_label(struct builder *builder, struct element *element,
                      const struct stmt *label) {
  element->flags |= label_flags(label->label);
  map_put(&builder->control->places, label, element);
  map_put(&builder->control->by_label, label->label, element);
  vec_push(&builder->control->labels,
           ((struct control_label){.stmt = label, .element = element}));
}

/* ---- sequences ---- */

static void add_sequence(struct builder *builder, const struct sequence *body,
                         struct chain *chain) {
  for (uint32_t i = 0; i < body->count; i++)
    add_statement(builder, body->items[i], chain);
}

/* A sequence must have a statement; an empty one gets a skip. */
static void close_chain(struct builder *builder, struct chain *chain,
                        struct span where) {
  if (!chain->first)
    add_test(builder, chain, make_const(builder, 1, where), where);
  chain->extent = chain->last;
}

static void build_chain(struct builder *builder, const struct sequence *body,
                        struct span where, struct chain *out) {
  add_sequence(builder, body, out);
  close_chain(builder, out, where);
}

static bool is_print(const struct element *element) {
  return element->kind == ELEMENT_ACTION &&
         (element->action->kind == ACTION_PRINTF ||
          element->action->kind == ACTION_PRINTM);
}

static bool is_skip(const struct element *element) {
  return is_print(element) || (element->kind == ELEMENT_ACTION &&
                               element->action->kind == ACTION_TEST &&
                               element->action->value->kind == EXPR_CONST &&
                               element->action->value->value == 1);
}

/* Of several unlabelled skips in a row inside an option only the first stays
 * (and the last, when it ends the option).
 */
static void drop_redundant_skips(struct chain *chain) {
  struct element *before = NULL;
  unsigned row = 0;
  for (struct element *e = chain->first; e; e = e->next) {
    row = is_skip(e) && !(e->flags & ELEMENT_LABELLED) ? row + 1 : 0;
    if (row > 1 && !is_print(e) && e != chain->last)
      before->next = e->next;
    else
      before = e;
  }
}

static bool is_else(const struct chain *option) {
  return option->first->kind == ELEMENT_ACTION &&
         option->first->action->kind == ACTION_ELSE;
}

static void move_else_last(struct builder *builder, struct chain *options,
                           uint32_t count) {
  uint32_t kept = 0, found = 0;
  struct chain other = {0};
  for (uint32_t i = 0; i < count; i++) {
    if (!is_else(&options[i])) {
      options[kept++] = options[i];
      continue;
    }
    if (found++ > 0)
      diag_error(builder->control->diag, options[i].first->where,
                 "a second 'else' in one selection");
    other = options[i];
  }
  if (found > 0)
    options[kept] = other;
}

/* Makes the selection of finished options and appends it.  A loop puts a join
 * in front, to which every option returns, and an exit behind.
 */
static struct element *add_choice(struct builder *builder, struct chain *chain,
                                  struct chain *options, uint32_t count,
                                  struct loop *loop, struct span where) {
  move_else_last(builder, options, count);
  struct element *choice = new_element(builder, ELEMENT_CHOICE, where);
  struct element *join = new_element(builder, ELEMENT_JOIN, where);
  choice->chains = options;
  choice->chain_count = count;
  for (uint32_t i = 0; i < count; i++)
    append(&options[i], join);
  if (!loop) {
    append(chain, choice);
    append(chain, join);
    return choice;
  }
  append(chain, join);
  loop->exit = new_element(builder, ELEMENT_EXIT, where);
  append(chain, choice);
  append(chain, loop->exit);
  return choice;
}

static struct chain *new_chains(struct builder *builder, uint32_t count) {
  return ARENA_ARRAY(builder->control->arena, struct chain, count);
}

static struct loop *new_loop(struct builder *builder) {
  return ARENA_NEW(builder->control->arena, struct loop);
}

static struct element *add_options(struct builder *builder, struct stmt *stmt,
                                   struct chain *chain) {
  struct loop *outer = builder->loop;
  struct loop *loop = stmt->kind == STMT_DO ? new_loop(builder) : NULL;
  if (loop)
    builder->loop = loop;
  struct chain *options = new_chains(builder, stmt->option_count);
  for (uint32_t i = 0; i < stmt->option_count; i++) {
    build_chain(builder, &stmt->options[i], stmt->where, &options[i]);
    if (builder->control->proctype->kind != PROC_NEVER)
      drop_redundant_skips(&options[i]);
  }
  builder->loop = outer;
  return add_choice(builder, chain, options, stmt->option_count, loop,
                    stmt->where);
}

/* ---- for and select ---- */

/* The loop behind for: one option leaves, the other does the body.  `turn` is
 * the finished option of the body, without its increment.
 */
static struct element *add_counted_loop(struct builder *builder,
                                        struct chain *chain, struct chain *turn,
                                        struct ref *counter, bool leave_by_else,
                                        struct span where) {
  add_increment(builder, turn, counter, where);
  turn->extent = turn->last;
  struct chain *options = new_chains(builder, 2);
  if (leave_by_else)
    add_action(builder, &options[0], ACTION_ELSE, where);
  add_break(builder, &options[0], where);
  options[0].extent = options[0].last;
  options[1] = *turn;
  return add_choice(builder, chain, options, 2, builder->loop, where);
}

static struct element *add_for(struct builder *builder, struct chain *chain,
                               struct stmt *stmt, struct ref *counter,
                               struct expr *low, struct expr *condition) {
  struct loop *outer = builder->loop;
  builder->loop = new_loop(builder);
  add_assign(builder, chain, counter, low, stmt->where);
  struct chain turn = {0};
  add_test(builder, &turn, condition, stmt->where);
  if (stmt->kind == STMT_FOR_CHANNEL) {
    struct action *receive =
        add_action(builder, &turn, ACTION_RECEIVE, stmt->where)->action;
    receive->channel = stmt->channel;
    receive->patterns = stmt->patterns;
    receive->pattern_count = stmt->pattern_count;
    struct action *send =
        add_action(builder, &turn, ACTION_SEND, stmt->where)->action;
    send->channel = stmt->channel;
    send->args = ARENA_ARRAY(builder->control->model->arena, struct expr *,
                             stmt->pattern_count);
    send->arg_count = stmt->pattern_count;
    for (uint32_t i = 0; i < stmt->pattern_count; i++)
      send->args[i] = make_value(builder, stmt->patterns[i].ref);
  }
  add_sequence(builder, &stmt->body, &turn);
  struct element *loop =
      add_counted_loop(builder, chain, &turn, counter, true, stmt->where);
  builder->loop = outer;
  return loop;
}

static struct element *add_for_range(struct builder *builder,
                                     struct chain *chain, struct stmt *stmt) {
  return add_for(builder, chain, stmt, stmt->ref, stmt->low,
                 make_binary(builder, EXPR_LE, make_value(builder, stmt->ref),
                             stmt->high));
}

static const struct var *leaf_of(const struct ref *ref) {
  while (ref->field)
    ref = ref->field;
  return ref->var;
}

static struct element *add_for_array(struct builder *builder,
                                     struct chain *chain, struct stmt *stmt) {
  struct expr *last = make_const(
      builder, (int32_t)leaf_of(stmt->array)->count - 1, stmt->where);
  return add_for(
      builder, chain, stmt, stmt->ref, make_const(builder, 0, stmt->where),
      make_binary(builder, EXPR_LE, make_value(builder, stmt->ref), last));
}

/* A counter that the text does not show. */
static struct ref *new_counter(struct builder *builder, struct span where) {
  struct control *control = builder->control;
  struct model *model = control->model;
  struct var *var = ARENA_NEW(model->arena, struct var);
  var->name = arena_printf(
      model->arena, "_counter%u",
      (unsigned)(control->proctype->variable_count + control->counters.count));
  var->where = where;
  var->type.kind = TYPE_SHORT;
  var->count = 1;
  var->scope = SCOPE_LOCAL;
  vec_push(&control->counters, var);
  struct ref *ref = ARENA_NEW(model->arena, struct ref);
  ref->var = var;
  ref->where = where;
  return ref;
}

static void add_counters(struct control *control) {
  struct proctype *proctype = control->proctype;
  const uint32_t count = (uint32_t)control->counters.count;
  if (count == 0)
    return;
  struct var **all = ARENA_ARRAY(control->model->arena, struct var *,
                                 proctype->variable_count + count);
  if (proctype->variable_count > 0)
    memcpy(all, proctype->variables, proctype->variable_count * sizeof *all);
  memcpy(all + proctype->variable_count, control->counters.items,
         count * sizeof *all);
  proctype->variables = all;
  proctype->variable_count += count;
}

static struct element *add_for_channel(struct builder *builder,
                                       struct chain *chain, struct stmt *stmt) {
  struct ref *counter = new_counter(builder, stmt->where);
  struct expr *length = make_expr(builder, EXPR_LEN, stmt->where);
  length->a = stmt->channel;
  return add_for(
      builder, chain, stmt, counter, make_const(builder, 0, stmt->where),
      make_binary(builder, EXPR_LT, make_value(builder, counter), length));
}

static bool is_plain_number(const struct expr *expr) {
  return expr->kind == EXPR_CONST && !expr->mtype_name && expr->value >= 0;
}

/* SPIN replaces the text of a select of constants: only for a plain name of
 * letters and digits, outside of inlines.
 */
static bool is_plain_select(const struct builder *builder,
                            const struct stmt *stmt) {
  if (builder->in_inline || stmt->ref->index || stmt->ref->field ||
      !is_plain_number(stmt->low) || !is_plain_number(stmt->high) ||
      stmt->low->value > stmt->high->value)
    return false;
  for (const char *c = stmt->ref->var->name; *c; c++)
    if (!isalnum((unsigned char)*c))
      return false;
  return true;
}

static struct element *add_select(struct builder *builder, struct stmt *stmt,
                                  struct chain *chain) {
  const bool is_plain = is_plain_select(builder, stmt);
  if (is_plain && stmt->high->value - stmt->low->value <= SELECT_AS_CHOICE) {
    const uint32_t count = (uint32_t)(stmt->high->value - stmt->low->value) + 1;
    struct chain *options = new_chains(builder, count);
    for (uint32_t i = 0; i < count; i++) {
      add_assign(
          builder, &options[i], stmt->ref,
          make_const(builder, stmt->low->value + (int32_t)i, stmt->where),
          stmt->where);
      options[i].extent = options[i].last;
    }
    return add_choice(builder, chain, options, count, NULL, stmt->where);
  }
  struct loop *outer = builder->loop;
  builder->loop = new_loop(builder);
  add_assign(builder, chain, stmt->ref, stmt->low, stmt->where);
  struct element *start = chain->last;
  struct chain turn = {0};
  add_test(
      builder, &turn,
      make_binary(builder, EXPR_LT, make_value(builder, stmt->ref), stmt->high),
      stmt->where);
  struct element *loop =
      add_counted_loop(builder, chain, &turn, stmt->ref, false, stmt->where);
  builder->loop = outer;
  return is_plain ? start : loop;
}

/* ---- atomic and d_step ---- */

static void mark_chain(const struct builder *builder, const struct chain *chain,
                       unsigned flags);

static void mark_element(const struct builder *builder, struct element *element,
                         unsigned flags) {
  if (flags && element->kind == ELEMENT_UNLESS)
    diag_error(builder->control->diag, element->where,
               "an unless cannot stand inside a d_step");
  element->flags |= ELEMENT_KEEPS | flags;
  const bool nested = element->kind == ELEMENT_ATOMIC ||
                      (element->kind == ELEMENT_D_STEP && flags);
  if (nested)
    element->kind = ELEMENT_BLOCK; /* one indivisible sequence is enough */
  if (element->kind == ELEMENT_D_STEP)
    return;
  for (uint32_t i = 0; i < element->chain_count; i++)
    mark_chain(builder, &element->chains[i], flags);
}

static void mark_chain(const struct builder *builder, const struct chain *chain,
                       unsigned flags) {
  for (struct element *e = chain->first;; e = e->next) {
    mark_element(builder, e, flags);
    if (e == chain->last)
      return;
  }
}

static void make_indivisible(const struct builder *builder,
                             const struct chain *chain, unsigned flags) {
  mark_chain(builder, chain, flags);
  struct element *last = chain->last;
  while (last->kind == ELEMENT_BLOCK || last->kind == ELEMENT_UNLESS)
    last = last->chains[0].last;
  last->flags = (last->flags & ~(unsigned)ELEMENT_KEEPS) | ELEMENT_LAST;
}

static struct element *add_block(struct builder *builder, struct stmt *stmt,
                                 struct chain *chain) {
  const bool in_inline = builder->in_inline;
  builder->in_inline = in_inline || stmt->from_inline;
  struct chain *inside = new_chains(builder, 1);
  build_chain(builder, &stmt->body, stmt->where, inside);
  builder->in_inline = in_inline;
  if (stmt->kind == STMT_ATOMIC)
    make_indivisible(builder, inside, 0);
  else if (stmt->kind == STMT_D_STEP)
    make_indivisible(builder, inside, ELEMENT_INSIDE);
  struct element *block =
      new_element(builder,
                  stmt->kind == STMT_ATOMIC   ? ELEMENT_ATOMIC
                  : stmt->kind == STMT_D_STEP ? ELEMENT_D_STEP
                                              : ELEMENT_BLOCK,
                  stmt->where);
  block->chains = inside;
  block->chain_count = 1;
  append(chain, block);
  return block;
}

/* ---- unless ---- */

static void attach_escape(const struct chain *chain, struct chain *escape);

static void attach_to_element(struct element *element, struct chain *escape) {
  for (size_t i = 0; i < element->escapes.count; i++)
    if (element->escapes.items[i] == escape)
      return;
  /* an outer escape also covers the inner ones */
  for (size_t i = 0; i < element->escapes.count; i++)
    attach_escape(element->escapes.items[i], escape);
  vec_push(&element->escapes, escape);
  switch (element->kind) {
  case ELEMENT_UNLESS:
    attach_escape(&element->chains[0], escape);
    break;
  case ELEMENT_D_STEP: /* its guard only */
    attach_to_element(element->chains[0].first, escape);
    break;
  default:
    for (uint32_t i = 0; i < element->chain_count; i++)
      attach_escape(&element->chains[i], escape);
    break;
  }
}

static void attach_escape(const struct chain *chain, struct chain *escape) {
  for (struct element *e = chain->first; e; e = e->next) {
    attach_to_element(e, escape);
    if (e == chain->extent)
      return;
  }
}

static size_t chain_length(const struct chain *chain) {
  size_t length = 1;
  for (const struct element *e = chain->first; e != chain->last; e = e->next)
    length++;
  return length;
}

/* Gives the last `count` elements before `end` the highest numbers. */
static void number_last(struct control *control, size_t count, size_t end) {
  struct element **items = control->elements.items;
  const size_t total = control->elements.count, first = end - count;
  struct element **moved = memory_alloc(count * sizeof(struct element *));
  memcpy(moved, &items[first], count * sizeof(struct element *));
  memmove(&items[first], &items[end], (total - end) * sizeof(struct element *));
  memcpy(&items[total - count], moved, count * sizeof(struct element *));
  memory_free(moved);
  for (size_t i = first; i < total; i++)
    items[i]->number = (uint32_t)i + 1;
}

static bool is_sugar(const struct stmt *stmt) {
  return stmt->kind == STMT_SELECT || stmt->kind == STMT_FOR_RANGE ||
         stmt->kind == STMT_FOR_ARRAY || stmt->kind == STMT_FOR_CHANNEL;
}

static struct element *add_unless(struct builder *builder, struct stmt *stmt,
                                  struct chain *chain) {
  struct control *control = builder->control;
  struct chain *chains = new_chains(builder, 2);
  build_chain(builder, &stmt->body, stmt->where, &chains[0]);
  const size_t body_end = control->elements.count;
  build_chain(builder, &stmt->escape, stmt->where, &chains[1]);
  if (stmt->inner && !is_sugar(stmt->inner)) /* made when all is read */
    number_last(control, chain_length(&chains[0]), body_end);
  struct element *unless = new_element(builder, ELEMENT_UNLESS, stmt->where);
  struct element *join = new_element(builder, ELEMENT_JOIN, stmt->where);
  unless->chains = chains;
  unless->chain_count = 2;
  append(&chains[0], join);
  append(&chains[1], join);
  attach_escape(&chains[0], &chains[1]);
  append(chain, unless);
  append(chain, join);
  return unless;
}

/* ---- basic statements ---- */

static struct element *add_basic(struct builder *builder, struct stmt *stmt,
                                 struct chain *chain) {
  static const enum action_kind kinds[] = {
      [STMT_EXPR] = ACTION_TEST,     [STMT_ELSE] = ACTION_ELSE,
      [STMT_ASSIGN] = ACTION_ASSIGN, [STMT_DECL] = ACTION_INIT,
      [STMT_SEND] = ACTION_SEND,     [STMT_RECEIVE] = ACTION_RECEIVE,
      [STMT_ASSERT] = ACTION_ASSERT, [STMT_PRINTF] = ACTION_PRINTF,
      [STMT_PRINTM] = ACTION_PRINTM, [STMT_SET_PRIORITY] = ACTION_SET_PRIORITY,
  };
  struct element *element =
      add_action(builder, chain, kinds[stmt->kind], stmt->where);
  struct action *action = element->action;
  action->value = stmt->value;
  action->ref = stmt->ref;
  action->var = stmt->var;
  action->channel = stmt->channel;
  action->args = stmt->args;
  action->arg_count = stmt->arg_count;
  action->patterns = stmt->patterns;
  action->pattern_count = stmt->pattern_count;
  action->sorted = stmt->sorted;
  action->random = stmt->random;
  action->copy = stmt->copy;
  action->format = stmt->format;
  return element;
}

static struct element *add_jump(struct builder *builder, struct stmt *stmt,
                                struct chain *chain, bool special_label) {
  struct element *place = NULL;
  if (special_label) { /* an end, accept or progress label needs a place */
    add_test(builder, chain, make_const(builder, 1, stmt->where), stmt->where);
    place = chain->last;
  }
  struct element *jump = new_element(builder, ELEMENT_GOTO, stmt->where);
  if (stmt->kind == STMT_BREAK)
    jump->loop = builder->loop;
  else
    jump->target = stmt->target;
  append(chain, jump);
  return place ? place : jump;
}

static bool has_special_label(const struct stmt *label) {
  for (; label->kind == STMT_LABEL; label = label->inner)
    if (label_flags(label->label) & ~(unsigned)ELEMENT_LABELLED)
      return true;
  return false;
}

/* A labelled `unless` is a block of its own: the label stands for the block. */
static struct element *add_labelled_unless(struct builder *builder,
                                           struct stmt *stmt,
                                           struct chain *chain) {
  struct chain *inside = new_chains(builder, 1);
  add_unless(builder, stmt, inside);
  close_chain(builder, inside, stmt->where);
  struct element *block = new_element(builder, ELEMENT_BLOCK, stmt->where);
  block->chains = inside;
  block->chain_count = 1;
  append(chain, block);
  return block;
}

static struct element *add_labelled(struct builder *builder, struct stmt *stmt,
                                    struct chain *chain) {
  struct stmt *inner = stmt;
  while (inner->kind == STMT_LABEL)
    inner = inner->inner;
  const bool jumps = inner->kind == STMT_GOTO || inner->kind == STMT_BREAK;
  struct element *element =
      jumps ? add_jump(builder, inner, chain, has_special_label(stmt))
      : inner->kind == STMT_UNLESS ? add_labelled_unless(builder, inner, chain)
                                   : add_statement(builder, inner, chain);
  for (struct stmt *label = stmt; label->kind == STMT_LABEL;
       label = label->inner)
    set_label(builder, element, label);
  return element;
}

/* Appends a statement; gives the element a label on it stands for. */
static struct element *add_statement(struct builder *builder, struct stmt *stmt,
                                     struct chain *chain) {
  switch (stmt->kind) {
  case STMT_IF:
  case STMT_DO:
    return add_options(builder, stmt, chain);
  case STMT_FOR_RANGE:
    return add_for_range(builder, chain, stmt);
  case STMT_FOR_ARRAY:
    return add_for_array(builder, chain, stmt);
  case STMT_FOR_CHANNEL:
    return add_for_channel(builder, chain, stmt);
  case STMT_SELECT:
    return add_select(builder, stmt, chain);
  case STMT_BREAK:
  case STMT_GOTO:
    return add_jump(builder, stmt, chain, false);
  case STMT_LABEL:
    return add_labelled(builder, stmt, chain);
  case STMT_ATOMIC:
  case STMT_D_STEP:
  case STMT_BLOCK:
    return add_block(builder, stmt, chain);
  case STMT_UNLESS:
    return add_unless(builder, stmt, chain);
  default:
    return add_basic(builder, stmt, chain);
  }
}

void control_build(struct control *control, const struct sequence *body) {
  struct builder builder = {.control = control};
  add_sequence(&builder, body, &control->body);
  append(&control->body,
         new_element(&builder, ELEMENT_STOP, control->proctype->where));
  control->body.extent = control->body.last;
  add_counters(control);
}

/* ---- after building ---- */

void control_keep_label(struct control *control, const char *label) {
  struct element *place = control_find_label(control, label);
  if (!place || place->kind != ELEMENT_GOTO)
    return;
  struct builder builder = {.control = control};
  struct element *jump = new_element(&builder, ELEMENT_GOTO, place->where);
  jump->flags = place->flags & (ELEMENT_KEEPS | ELEMENT_LAST | ELEMENT_INSIDE);
  jump->target = place->target;
  jump->loop = place->loop;
  jump->next = place->next;
  place->kind = ELEMENT_ACTION;
  place->action = lower_action(control->model, ACTION_TEST, place->where);
  place->action->value = make_const(&builder, 1, place->where);
  place->next = jump;
}

/* A goto that leaves an atomic ends it; one that enters another keeps on. */
static void adjust_jump(struct control *control, struct element *jump) {
  const struct element *target = control_target(control, jump);
  const unsigned indivisible = ELEMENT_KEEPS | ELEMENT_LAST;
  if ((jump->flags & indivisible) && !(target->flags & indivisible))
    jump->flags = (jump->flags & ~(unsigned)ELEMENT_KEEPS) | ELEMENT_LAST;
  if ((jump->flags & ELEMENT_LAST) && (target->flags & indivisible))
    jump->flags = (jump->flags & ~(unsigned)ELEMENT_LAST) | ELEMENT_KEEPS;
}

static void finish_chain(struct control *control, struct chain *chain);

static void finish_element(struct control *control, struct element *element) {
  const bool is_block = element->kind == ELEMENT_ATOMIC ||
                        element->kind == ELEMENT_D_STEP ||
                        element->kind == ELEMENT_BLOCK;
  if (is_block) {
    struct element *last = element->chains[0].last;
    if (last->next && last->next->kind == ELEMENT_GOTO &&
        last->kind == ELEMENT_ACTION)
      last = last->next; /* a kept label put its jump behind the end */
    last->next = element->next;
    element->chains[0].last = last;
  }
  if (element->kind == ELEMENT_GOTO)
    adjust_jump(control, element);
  for (uint32_t i = 0; i < element->chain_count; i++)
    finish_chain(control, &element->chains[i]);
}

static void finish_chain(struct control *control, struct chain *chain) {
  for (struct element *e = chain->first; e; e = e->next) {
    finish_element(control, e);
    if (e == chain->last)
      return;
  }
}

void control_finish(struct control *control) {
  finish_chain(control, &control->body);
}

struct element *control_target(const struct control *control,
                               const struct element *jump) {
  return jump->target ? map_get(&control->places, jump->target)
                      : jump->loop->exit;
}

struct element *control_find_label(const struct control *control,
                                   const char *name) {
  return map_get(&control->by_label, name);
}

void control_free(struct control *control) {
  for (size_t i = 0; i < control->elements.count; i++)
    vec_free(&control->elements.items[i]->escapes);
  vec_free(&control->elements);
  vec_free(&control->labels);
  vec_free(&control->counters);
  map_free(&control->places);
  map_free(&control->by_label);
}
