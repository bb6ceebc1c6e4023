/* Expressions, references and channels as C.
 *
 * && and || keep their order: when the right side needs checks of its own, they
 * go into a block that is entered only if the left side asks for it.
 */
#include "engine/native/generator.h"

#include "engine/bytecode/compile.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void put_check(struct generator *g, const char *format, ...) {
  char condition[160];
  va_list args;
  va_start(args, format);
  vsnprintf(condition, sizeof condition, format, args);
  va_end(args);
  buffer_printf(g->body, "if (NATIVE_UNLIKELY(%s)) goto punt;\n", condition);
}

uint32_t put_value(struct generator *g, const struct expr *expr) {
  struct buffer text = {0};
  put_expr(g, &text, expr);
  const uint32_t name = g->temps++;
  buffer_printf(g->body, "const int32_t t%u = %s;\n", name, buffer_text(&text));
  buffer_free(&text);
  return name;
}

void put_guard(struct generator *g, const struct expr *expr,
               const char *label) {
  struct buffer text = {0};
  put_expr(g, &text, expr);
  buffer_printf(g->body, "if (!%s) goto %s;\n", buffer_text(&text), label);
  buffer_free(&text);
}

/* ---- references ---- */

void put_load(struct buffer *out, struct cell cell, const char *array,
              const char *offset) {
  static const char *const loads[] = {
      [CELL_U8] = "native_u8",
      [CELL_U16] = "native_u16",
      [CELL_S16] = "native_s16",
      [CELL_S32] = "native_s32",
  };
  buffer_printf(out, "%s(%s, %s)", loads[cell.kind], array, offset);
}

void put_cut(struct buffer *out, struct cell cell, const char *value) {
  if (cell.kind == CELL_S16)
    buffer_printf(out, "(int16_t)(%s)", value);
  else if (cell.bits >= 32)
    buffer_printf(out, "(%s)", value);
  else
    buffer_printf(out, "((%s) & 0x%x)", value,
                  (unsigned)((UINT32_C(1) << cell.bits) - 1));
}

static bool is_inside(const struct expr *index, uint32_t count) {
  return !index || (index->kind == EXPR_CONST && index->value >= 0 &&
                    (uint32_t)index->value < count);
}

/* Adds the changing parts of an offset to `moving`; gives the fixed part. */
static uint32_t put_offset(struct generator *g, const struct ref *ref,
                           struct buffer *moving, struct cell *cell) {
  uint32_t fixed = 0;
  for (const struct ref *part = ref; part; part = part->field) {
    const struct var *var = part->var;
    fixed += var->offset;
    *cell = program_cell(&var->type, var->is_array);
    if (is_inside(part->index, var->count)) {
      fixed += part->index ? (uint32_t)part->index->value * var->stride : 0;
      continue;
    }
    const uint32_t index = put_value(g, part->index);
    put_check(g, "(uint32_t)t%u >= %u", index, var->count);
    buffer_printf(moving, " + (uint32_t)t%u * %u", index, var->stride);
  }
  return fixed;
}

/* `frame` names the frame of local variables, as C. */
static void put_target_in(struct generator *g, const struct ref *ref,
                          const char *frame, struct target *target) {
  const enum area area = compile_area(ref->var);
  struct buffer moving = {0};
  *target = (struct target){.array = "state", .is_local = area == AREA_LOCAL};
  uint32_t fixed = put_offset(g, ref, &moving, &target->cell);
  if (area == AREA_OUTSIDE)
    target->array = "run->outside";
  else
    fixed += target->is_local ? FRAME_HEADER : g->program->globals;
  target->offset = fixed;
  target->is_fixed = moving.length == 0;
  char base[64];
  snprintf(base, sizeof base, "%s%s%u", target->is_local ? frame : "",
           target->is_local ? " + " : "", fixed);
  if (target->is_fixed) {
    snprintf(target->text, sizeof target->text, "%s", base);
  } else {
    const uint32_t name = g->temps++;
    buffer_printf(g->body, "const uint32_t t%u = %s%s;\n", name, base,
                  buffer_text(&moving));
    snprintf(target->text, sizeof target->text, "t%u", name);
  }
  buffer_free(&moving);
}

void put_target(struct generator *g, const struct ref *ref,
                struct target *target) {
  if (!g->type && compile_area(ref->var) == AREA_LOCAL)
    g->failed = true; /* a proposition has no process of its own */
  put_target_in(g, ref, "frame", target);
}

static void put_ref(struct generator *g, struct buffer *out,
                    const struct ref *ref) {
  struct target target;
  put_target(g, ref, &target);
  put_load(out, target.cell, target.array, target.text);
}

/* ---- channels ---- */

/* Where a channel lies among those of a process or the model; its place in the
 * list goes to *number.
 */
static const struct channel_part *
find_part(const struct channel_part *parts, uint32_t count,
          const struct var *var, uint32_t *offset, uint32_t *number) {
  *offset = 0;
  for (*number = 0; *number < count; ++*number) {
    if (parts[*number].slot->var == var)
      return &parts[*number];
    *offset += parts[*number].layout->bytes;
  }
  return NULL;
}

/* The offset of element `index` (a name's number) of an array of channels. */
static void put_element(struct generator *g, const char *base, uint32_t index,
                        const struct channel_layout *layout,
                        struct channel_use *use) {
  const uint32_t name = g->temps++;
  buffer_printf(g->body, "const uint32_t t%u = %s + (uint32_t)t%u * %u;\n",
                name, base, index, layout->bytes);
  snprintf(use->at, sizeof use->at, "t%u", name);
}

bool put_known_channel(struct generator *g, const struct expr *expr,
                       struct channel_use *use) {
  if (!expr_names_channel(expr) ||
      (expr->ref->var->is_array && !expr->ref->index))
    return false;
  const struct ref *ref = expr->ref;
  const bool is_local = ref->var->scope == SCOPE_LOCAL;
  if (is_local && (!g->type || ref->var->is_parameter))
    return false;
  uint32_t offset, first;
  const struct channel_part *part =
      is_local ? find_part(g->type->channels, g->type->channel_count, ref->var,
                           &offset, &first)
               : find_part(g->program->channels, g->program->channel_count,
                           ref->var, &offset, &first);
  if (!part)
    return false;
  use->layout = part->layout;
  offset += is_local ? g->type->frame_bytes : g->program->first_channel;
  const char *base = is_local ? "frame + " : "";
  if (is_inside(ref->index, ref->var->count)) {
    const uint32_t element = ref->index ? (uint32_t)ref->index->value : 0;
    snprintf(use->at, sizeof use->at, "%s%u", base,
             offset + element * part->layout->bytes);
    snprintf(use->number, sizeof use->number, "%u", first + 1 + element);
  } else {
    const uint32_t index = put_value(g, ref->index);
    put_check(g, "(uint32_t)t%u >= %u", index, ref->var->count);
    char text[64];
    snprintf(text, sizeof text, "%s%u", base, offset);
    put_element(g, text, index, part->layout, use);
    snprintf(use->number, sizeof use->number, "(%u + t%u)", first + 1, index);
  }
  if (is_local) { /* its number depends on the process */
    const uint32_t name = put_value(g, expr);
    snprintf(use->number, sizeof use->number, "t%u", name);
  }
  return true;
}

/* The one layout with so many fields; the list's length when there are more.
 */
static size_t only_layout(const struct generator *g, uint32_t fields) {
  size_t found = g->layouts.count;
  for (size_t i = 0; i < g->layouts.count; i++) {
    if (g->layouts.items[i]->type->field_count != fields)
      continue;
    if (found < g->layouts.count)
      return g->layouts.count;
    found = i;
  }
  return found;
}

void put_channel(struct generator *g, const struct expr *expr, uint32_t fields,
                 struct channel_use *use) {
  *use = (struct channel_use){0};
  if (put_known_channel(g, expr, use))
    return;
  const uint32_t name = put_value(g, expr);
  put_check(g, "!native_is_channel(state, t%u)", name);
  snprintf(use->number, sizeof use->number, "t%u", name);
  snprintf(use->at, sizeof use->at, "run->channels[t%u - 1]", name);
  const size_t only = g->layouts.count == 1 ? 0 : only_layout(g, fields);
  if (only == g->layouts.count)
    return;
  use->layout = g->layouts.items[only];
  if (g->layouts.count > 1)
    put_check(g, "run->layouts[t%u - 1] != %zu", name, only);
}

/* Appends the number of messages in a channel. */
static void put_length(struct buffer *out, const struct channel_use *use) {
  if (!use->layout)
    buffer_printf(out, "native_length(run, state, (uint32_t)%s)", use->number);
  else if (use->layout->type->capacity == 0)
    buffer_puts(out, "0");
  else
    buffer_printf(out, "native_u16(state, %s)", use->at);
}

/* Appends a test whether a channel is full: one without capacity never is. */
static void put_full(struct buffer *out, const struct channel_use *use) {
  if (use->layout && use->layout->type->capacity == 0) {
    buffer_puts(out, "0");
    return;
  }
  if (use->layout) {
    buffer_putc(out, '(');
    put_length(out, use);
    buffer_printf(out, " == %u)", use->layout->type->capacity);
    return;
  }
  buffer_printf(out, "native_is_full(run, state, (uint32_t)%s)", use->number);
}

static void put_channel_test(struct generator *g, struct buffer *out,
                             const struct expr *expr) {
  struct channel_use use;
  put_channel(g, expr->a, ANY_FIELDS, &use);
  const bool negated = expr->kind == EXPR_NFULL || expr->kind == EXPR_EMPTY;
  buffer_puts(out, negated ? "(!" : "(");
  if (expr->kind == EXPR_FULL || expr->kind == EXPR_NFULL)
    put_full(out, &use);
  else
    put_length(out, &use);
  buffer_puts(out, expr->kind == EXPR_NEMPTY ? " > 0)" : ")");
}

/* ---- which layout? ---- */

void open_choice(struct generator *g, const struct channel_use *use) {
  if (!use->layout)
    buffer_printf(g->body, "switch (run->layouts[%s - 1]) {\n", use->number);
}

void open_case(struct generator *g, const struct channel_use *use,
               size_t layout) {
  if (use->layout)
    buffer_puts(g->body, "{\n");
  else
    buffer_printf(g->body, "case %zu: {\n", layout);
}

void close_case(struct generator *g, const struct channel_use *use) {
  buffer_puts(g->body, use->layout ? "}\n" : "} break;\n");
}

void close_choice(struct generator *g, const struct channel_use *use) {
  if (!use->layout)
    buffer_puts(g->body, "default: goto punt;\n}\n");
}

bool is_candidate(const struct generator *g, const struct channel_use *use,
                  size_t layout, uint32_t fields) {
  const struct channel_type *type = g->layouts.items[layout]->type;
  if (use->layout && layouts_find(&g->layouts, use->layout) != layout)
    return false;
  return type->capacity > 0 &&
         (fields == ANY_FIELDS || fields == type->field_count);
}

/* ---- what is in a channel ---- */

/* Appends a test whether the message at a<name> fits, and evaluates what it is
 * compared with.
 */
static void put_fits(struct generator *g, struct buffer *out,
                     const struct search *search,
                     const struct channel_layout *layout, uint32_t name) {
  buffer_puts(out, "(1");
  for (uint32_t i = 0; i < search->count && i < layout->type->field_count;
       i++) {
    if (search->patterns[i].kind != PATTERN_MATCH)
      continue;
    char offset[48];
    const uint32_t value = put_value(g, search->patterns[i].value);
    snprintf(offset, sizeof offset, "a%u + %u", name, layout->offsets[i]);
    buffer_puts(out, " && ");
    put_load(out, layout->cells[i], "state", offset);
    buffer_printf(out, " == t%u", value);
  }
  buffer_puts(out, ")");
}

/* What a message is compared with is evaluated once, before the first: nothing
 * of it can change meanwhile, and the interpreter decides about an error.
 */
void put_search(struct generator *g, const struct search *search,
                const struct channel_layout *layout, const char *at,
                uint32_t name, const char *otherwise) {
  struct buffer fits = {0};
  buffer_printf(g->body,
                "const uint32_t n%u = (uint32_t)native_u16(state, %s);\n"
                "uint32_t a%u = %s + %d;\nif (n%u == 0) goto %s;\n",
                name, at, name, at, CHANNEL_HEADER, name, otherwise);
  put_fits(g, &fits, search, layout, name);
  if (search->random)
    buffer_printf(g->body,
                  "for (uint32_t i = 1; !%s; i++) {\n"
                  "if (i == n%u) goto %s;\na%u += %u;\n}\n",
                  buffer_text(&fits), name, otherwise, name,
                  layout->message_bytes);
  else
    buffer_printf(g->body, "if (!%s) goto %s;\n", buffer_text(&fits),
                  otherwise);
  buffer_free(&fits);
}

static void put_poll(struct generator *g, struct buffer *out,
                     const struct expr *expr) {
  struct channel_use use;
  put_channel(g, expr->a, ANY_FIELDS, &use);
  const uint32_t name = g->temps++;
  char label[32];
  snprintf(label, sizeof label, "polled_%u", name);
  buffer_printf(g->body, "int32_t t%u = 0;\n", name);
  open_choice(g, &use);
  bool found = false;
  for (size_t i = 0; i < g->layouts.count; i++) {
    if (!is_candidate(g, &use, i, ANY_FIELDS))
      continue;
    found = true;
    open_case(g, &use, i);
    put_search(
        g, &(struct search){expr->patterns, expr->pattern_count, expr->random},
        g->layouts.items[i], use.at, name, label);
    buffer_printf(g->body, "t%u = 1;\n", name);
    close_case(g, &use);
  }
  close_choice(g, &use);
  buffer_printf(g->body, "%s:;\n", label);
  buffer_printf(out, "t%u", name);
  if (!found)
    g->failed = true; /* a handshake, or none at all */
}

/* ---- other processes ---- */

/* The process a remote reference means, as the number of a name. */
static uint32_t put_process(struct generator *g, const struct expr *expr) {
  const uint32_t type = expr->proctype->index;
  if (!expr->a) {
    const uint32_t name = g->temps++;
    buffer_printf(g->body, "const int32_t t%u = native_find(run, state, %u);\n",
                  name, type);
    put_check(g, "t%u < 0", name);
    return name;
  }
  const uint32_t name = put_value(g, expr->a);
  put_check(g, "!native_is_running(run, state, t%u, %u)", name, type);
  return name;
}

static void put_remote(struct generator *g, struct buffer *out,
                       const struct expr *expr) {
  const uint32_t process = put_process(g, expr);
  char frame[48];
  snprintf(frame, sizeof frame, "run->processes[t%u]", process);
  if (expr->kind == EXPR_AT) {
    buffer_printf(out, "(native_u16(state, %s) == %u)", frame, expr->location);
    return;
  }
  struct target target;
  put_target_in(g, expr->ref, frame, &target);
  put_load(out, target.cell, target.array, target.text);
}

static void put_place(struct generator *g, struct buffer *out,
                      const struct expr *expr) {
  const uint32_t pid = put_value(g, expr->a);
  buffer_printf(out, "native_location_of(run, state, t%u)", pid);
}

/* ---- operators ---- */

static void put_constant(struct buffer *out, int32_t value) {
  if (value == INT32_MIN)
    buffer_puts(out, "(-2147483647 - 1)");
  else
    buffer_printf(out, value < 0 ? "(%d)" : "%d", value);
}

static const char *operator_of(enum expr_kind kind) {
  static const char *const operators[] = {
      [EXPR_ADD] = "+",    [EXPR_SUB] = "-",     [EXPR_MUL] = "*",
      [EXPR_DIV] = "/",    [EXPR_MOD] = "%",     [EXPR_BIT_AND] = "&",
      [EXPR_BIT_OR] = "|", [EXPR_BIT_XOR] = "^", [EXPR_LT] = "<",
      [EXPR_LE] = "<=",    [EXPR_GT] = ">",      [EXPR_GE] = ">=",
      [EXPR_EQ] = "==",    [EXPR_NE] = "!=",     [EXPR_AND] = "&&",
      [EXPR_OR] = "||",
  };
  return operators[kind];
}

static void put_binary(struct generator *g, struct buffer *out,
                       const struct expr *expr) {
  buffer_putc(out, '(');
  put_expr(g, out, expr->a);
  buffer_printf(out, " %s ", operator_of(expr->kind));
  put_expr(g, out, expr->b);
  buffer_putc(out, ')');
}

/* A sum that must fit. */
static void put_sum(struct generator *g, struct buffer *out,
                    const struct expr *expr) {
  if (!g->config->check_overflow) {
    put_binary(g, out, expr);
    return;
  }
  const char *name = expr->kind == EXPR_ADD   ? "add"
                     : expr->kind == EXPR_SUB ? "sub"
                                              : "mul";
  const uint32_t a = put_value(g, expr->a), b = put_value(g, expr->b);
  const uint32_t result = g->temps++;
  buffer_printf(g->body, "int32_t t%u;\n", result);
  put_check(g, "__builtin_%s_overflow(t%u, t%u, &t%u)", name, a, b, result);
  buffer_printf(out, "t%u", result);
}

static void put_division(struct generator *g, struct buffer *out,
                         const struct expr *expr) {
  if (expr->b->kind == EXPR_CONST && expr->b->value > 0) {
    put_binary(g, out, expr);
    return;
  }
  const uint32_t a = put_value(g, expr->a), b = put_value(g, expr->b);
  put_check(g, "t%u == 0", b);
  buffer_printf(out, "native_%s(t%u, t%u)",
                expr->kind == EXPR_DIV ? "divide" : "modulo", a, b);
}

static void put_shift(struct generator *g, struct buffer *out,
                      const struct expr *expr) {
  const uint32_t a = put_value(g, expr->a), b = put_value(g, expr->b);
  if (expr->b->kind != EXPR_CONST || expr->b->value < 0 || expr->b->value > 31)
    put_check(g, "(uint32_t)t%u > 31", b);
  buffer_printf(out, "native_shift_%s(t%u, t%u)",
                expr->kind == EXPR_SHIFT_LEFT ? "left" : "right", a, b);
}

/* Writes an operand apart: its checks go to `checks`. */
static void put_apart(struct generator *g, const struct expr *expr,
                      struct buffer *checks, struct buffer *text) {
  struct buffer *body = g->body;
  g->body = checks;
  put_expr(g, text, expr);
  g->body = body;
}

static void put_logic(struct generator *g, struct buffer *out,
                      const struct expr *expr) {
  struct buffer left = {0}, checks = {0}, right = {0};
  put_expr(g, &left, expr->a);
  put_apart(g, expr->b, &checks, &right);
  if (checks.length == 0) {
    buffer_printf(out, "(%s %s %s)", buffer_text(&left),
                  operator_of(expr->kind), buffer_text(&right));
  } else {
    const uint32_t name = g->temps++;
    buffer_printf(g->body, "int32_t t%u = %s != 0;\nif (%st%u) {\n%s", name,
                  buffer_text(&left), expr->kind == EXPR_AND ? "" : "!", name,
                  buffer_text(&checks));
    buffer_printf(g->body, "t%u = %s != 0;\n}\n", name, buffer_text(&right));
    buffer_printf(out, "t%u", name);
  }
  buffer_free(&left);
  buffer_free(&checks);
  buffer_free(&right);
}

static void put_condition(struct generator *g, struct buffer *out,
                          const struct expr *expr) {
  struct buffer test = {0}, checks[2] = {0}, texts[2] = {0};
  put_expr(g, &test, expr->a);
  put_apart(g, expr->b, &checks[0], &texts[0]);
  put_apart(g, expr->c, &checks[1], &texts[1]);
  const uint32_t name = g->temps++;
  buffer_printf(g->body, "int32_t t%u;\nif (%s) {\n%st%u = %s;\n", name,
                buffer_text(&test), buffer_text(&checks[0]), name,
                buffer_text(&texts[0]));
  buffer_printf(g->body, "} else {\n%st%u = %s;\n}\n", buffer_text(&checks[1]),
                name, buffer_text(&texts[1]));
  buffer_printf(out, "t%u", name);
  buffer_free(&test);
  for (int i = 0; i < 2; i++) {
    buffer_free(&checks[i]);
    buffer_free(&texts[i]);
  }
}

static void put_unary(struct generator *g, struct buffer *out, char operator,
                      const struct expr * expr) {
  buffer_printf(out, "(%c", operator);
  put_expr(g, out, expr->a);
  buffer_putc(out, ')');
}

/* What stands for itself in the code; NULL when the expression is no such. */
static const char *put_word(struct generator *g, enum expr_kind kind) {
  switch (kind) {
  case EXPR_PID:
    return g->type ? "(int32_t)pid" : "255"; /* nobody: see bytecode.c */
  case EXPR_NR_PR:
    return "native_u8(state, 0)";
  case EXPR_LAST:
    return "native_u8(state, 4)";
  case EXPR_PRIORITY:
    return g->type ? "native_u8(state, frame + 3)" : NULL;
  case EXPR_TIMEOUT:
    return g->type ? "run->timeout" : NULL;
  default:
    return NULL;
  }
}

void put_expr(struct generator *g, struct buffer *out,
              const struct expr *expr) {
  switch (expr->kind) {
  case EXPR_CONST:
    put_constant(out, expr->value);
    return;
  case EXPR_REF:
    put_ref(g, out, expr->ref);
    return;
  case EXPR_NEGATE:
    put_unary(g, out, '-', expr);
    return;
  case EXPR_NOT:
    put_unary(g, out, '!', expr);
    return;
  case EXPR_COMPLEMENT:
    put_unary(g, out, '~', expr);
    return;
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_MUL:
    put_sum(g, out, expr);
    return;
  case EXPR_DIV:
  case EXPR_MOD:
    put_division(g, out, expr);
    return;
  case EXPR_SHIFT_LEFT:
  case EXPR_SHIFT_RIGHT:
    put_shift(g, out, expr);
    return;
  case EXPR_BIT_AND:
  case EXPR_BIT_OR:
  case EXPR_BIT_XOR:
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_GT:
  case EXPR_GE:
  case EXPR_EQ:
  case EXPR_NE:
    put_binary(g, out, expr);
    return;
  case EXPR_AND:
  case EXPR_OR:
    put_logic(g, out, expr);
    return;
  case EXPR_COND:
    put_condition(g, out, expr);
    return;
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_NFULL:
  case EXPR_EMPTY:
  case EXPR_NEMPTY:
    put_channel_test(g, out, expr);
    return;
  case EXPR_POLL:
    put_poll(g, out, expr);
    return;
  case EXPR_AT:
  case EXPR_REMOTE:
    put_remote(g, out, expr);
    return;
  case EXPR_PC_VALUE:
    put_place(g, out, expr);
    return;
  default:
    break;
  }
  const char *word = put_word(g, expr->kind);
  if (word)
    buffer_puts(out, word);
  else
    g->failed = true;
}
