/* Expressions and statements as people write them.
 *
 * Parentheses stand only where the precedence of the operators asks for them:
 * each operand is printed with the precedence it must at least have, the right
 * one of a binary operator with one more, as all of them associate to the left.
 */
#include "model/print.h"

#include <assert.h>
#include <inttypes.h>

struct operator_text {
  const char *text;
  int precedence;
};

enum { UNARY = 12, HIGHEST = 13 };

static struct operator_text binary_text(enum expr_kind kind) {
  switch (kind) {
  case EXPR_OR:
    return (struct operator_text){"||", 1};
  case EXPR_AND:
    return (struct operator_text){"&&", 2};
  case EXPR_BIT_OR:
    return (struct operator_text){"|", 3};
  case EXPR_BIT_XOR:
    return (struct operator_text){"^", 4};
  case EXPR_BIT_AND:
    return (struct operator_text){"&", 5};
  case EXPR_EQ:
    return (struct operator_text){"==", 6};
  case EXPR_NE:
    return (struct operator_text){"!=", 6};
  case EXPR_GT:
    return (struct operator_text){">", 7};
  case EXPR_LT:
    return (struct operator_text){"<", 7};
  case EXPR_GE:
    return (struct operator_text){">=", 7};
  case EXPR_LE:
    return (struct operator_text){"<=", 7};
  case EXPR_SHIFT_LEFT:
    return (struct operator_text){"<<", 8};
  case EXPR_SHIFT_RIGHT:
    return (struct operator_text){">>", 8};
  case EXPR_ADD:
    return (struct operator_text){"+", 9};
  case EXPR_SUB:
    return (struct operator_text){"-", 9};
  case EXPR_MUL:
    return (struct operator_text){"*", 10};
  case EXPR_DIV:
    return (struct operator_text){"/", 10};
  case EXPR_MOD:
    return (struct operator_text){"%", 10};
  default:
    return (struct operator_text){NULL, 0};
  }
}

/* The word of `word(a)`, or of a predefined name. */
static const char *word_of(enum expr_kind kind) {
  switch (kind) {
  case EXPR_NEGATE:
    return "-";
  case EXPR_NOT:
    return "!";
  case EXPR_COMPLEMENT:
    return "~";
  case EXPR_ENABLED:
    return "enabled";
  case EXPR_PC_VALUE:
    return "pc_value";
  case EXPR_GET_PRIORITY:
    return "get_priority";
  case EXPR_LEN:
    return "len";
  case EXPR_FULL:
    return "full";
  case EXPR_NFULL:
    return "nfull";
  case EXPR_EMPTY:
    return "empty";
  case EXPR_NEMPTY:
    return "nempty";
  case EXPR_PID:
    return "_pid";
  case EXPR_NR_PR:
    return "_nr_pr";
  case EXPR_LAST:
    return "_last";
  case EXPR_PRIORITY:
    return "_priority";
  case EXPR_TIMEOUT:
    return "timeout";
  case EXPR_NP:
    return "np_";
  case EXPR_ACCEPTING: /* not written, but a proposition like others */
    return "accepting";
  default:
    assert(!"an expression without a word of its own");
    return "";
  }
}

static void print_operand(struct buffer *out, const struct expr *expr,
                          int least);

static void print_list(struct buffer *out, struct expr *const *items,
                       uint32_t count, const char *comma) {
  for (uint32_t i = 0; i < count; i++) {
    buffer_puts(out, i > 0 ? comma : "");
    print_expr(out, items[i]);
  }
}

void print_ref(struct buffer *out, const struct ref *ref) {
  for (const struct ref *part = ref; part; part = part->field) {
    buffer_puts(out, part == ref ? "" : ".");
    buffer_puts(out, part->var ? part->var->name : "?");
    if (!part->index)
      continue;
    buffer_putc(out, '[');
    print_expr(out, part->index);
    buffer_putc(out, ']');
  }
}

static void print_pattern(struct buffer *out, const struct pattern *pattern) {
  switch (pattern->kind) {
  case PATTERN_BIND:
    print_ref(out, pattern->ref);
    break;
  case PATTERN_ANY:
    buffer_putc(out, '_');
    break;
  case PATTERN_MATCH:
    buffer_puts(out, pattern->is_eval ? "eval(" : "");
    print_expr(out, pattern->value);
    buffer_puts(out, pattern->is_eval ? ")" : "");
    break;
  }
}

void print_patterns(struct buffer *out, const struct pattern *patterns,
                    uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    buffer_puts(out, i > 0 ? "," : "");
    print_pattern(out, &patterns[i]);
  }
}

static void print_binary(struct buffer *out, const struct expr *expr,
                         struct operator_text text, int least) {
  bool parentheses = text.precedence < least;
  buffer_puts(out, parentheses ? "(" : "");
  print_operand(out, expr->a, text.precedence);
  buffer_printf(out, " %s ", text.text);
  print_operand(out, expr->b, text.precedence + 1);
  buffer_puts(out, parentheses ? ")" : "");
}

static void print_unary(struct buffer *out, const struct expr *expr) {
  buffer_puts(out, word_of(expr->kind));
  /* -(-x) and -(-1) must not run together to -- */
  bool minus = expr->kind == EXPR_NEGATE &&
               (expr->a->kind == EXPR_NEGATE ||
                (expr->a->kind == EXPR_CONST && expr->a->value < 0));
  print_operand(out, expr->a, minus ? HIGHEST : UNARY);
}

static const char *event_word(enum expr_kind kind) {
  switch (kind) {
  case EXPR_MOVES:
    return "moves";
  case EXPR_SENDS:
    return "sends";
  case EXPR_RECEIVES:
    return "receives";
  case EXPR_PASSES:
    return "passes";
  default:
    return "executes";
  }
}

/* As it is written in an expression: init, not :init:. */
static void print_proctype(struct buffer *out,
                           const struct proctype *proctype) {
  if (!proctype)
    buffer_putc(out, '?');
  else
    buffer_puts(out, proctype->kind == PROC_INIT ? "init" : proctype->name);
}

static void print_remote(struct buffer *out, const struct expr *expr) {
  print_proctype(out, expr->proctype);
  if (expr->a) {
    buffer_putc(out, '[');
    print_expr(out, expr->a);
    buffer_putc(out, ']');
  }
  if (expr->label) {
    buffer_printf(out, "@%s", expr->label);
  } else {
    buffer_putc(out, ':');
    print_ref(out, expr->ref);
  }
}

/* moves(p), sends(q,ack,_), passes(P@label), executes(P, 12) */
static void print_event(struct buffer *out, const struct expr *expr) {
  buffer_printf(out, "%s(", event_word(expr->kind));
  if (expr->kind == EXPR_PASSES)
    print_remote(out, expr);
  else if (expr->a)
    print_expr(out, expr->a);
  else
    print_proctype(out, expr->proctype);
  if (expr->kind == EXPR_EXECUTES)
    buffer_printf(out, ", %" PRId32, expr->value);
  buffer_puts(out, expr->pattern_count > 0 ? "," : "");
  print_patterns(out, expr->patterns, expr->pattern_count);
  buffer_putc(out, ')');
}

static void print_run(struct buffer *out, const struct expr *expr) {
  buffer_printf(out, "run %s(", expr->proctype ? expr->proctype->name : "?");
  print_list(out, expr->args, expr->arg_count, ", ");
  buffer_putc(out, ')');
  if (expr->priority > 0)
    buffer_printf(out, " priority %" PRId32, expr->priority);
}

static void print_conditional(struct buffer *out, const struct expr *expr) {
  buffer_putc(out, '(');
  print_expr(out, expr->a);
  buffer_puts(out, " -> ");
  print_expr(out, expr->b);
  buffer_puts(out, " : ");
  print_expr(out, expr->c);
  buffer_putc(out, ')');
}

static void print_constant(struct buffer *out, const struct expr *expr,
                           int least) {
  bool parentheses = expr->value < 0 && least > UNARY;
  if (expr->mtype_name)
    buffer_puts(out, expr->mtype_name);
  else if (expr->word)
    buffer_puts(out, expr->word);
  else
    buffer_printf(out, parentheses ? "(%" PRId32 ")" : "%" PRId32, expr->value);
}

static void print_operand(struct buffer *out, const struct expr *expr,
                          int least) {
  switch (expr->kind) {
  case EXPR_CONST:
    print_constant(out, expr, least);
    return;
  case EXPR_REF:
    print_ref(out, expr->ref);
    return;
  case EXPR_NEGATE:
  case EXPR_NOT:
  case EXPR_COMPLEMENT:
    buffer_puts(out, least > UNARY ? "(" : "");
    print_unary(out, expr);
    buffer_puts(out, least > UNARY ? ")" : "");
    return;
  case EXPR_COND:
    print_conditional(out, expr);
    return;
  case EXPR_RUN:
    print_run(out, expr);
    return;
  case EXPR_AT:
  case EXPR_REMOTE:
    print_remote(out, expr);
    return;
  case EXPR_LABEL:
    buffer_puts(out, expr->label);
    return;
  case EXPR_POLL:
    print_expr(out, expr->a);
    buffer_puts(out, expr->random ? "?\?[" : "?[");
    print_patterns(out, expr->patterns, expr->pattern_count);
    buffer_putc(out, ']');
    return;
  case EXPR_MOVES:
  case EXPR_SENDS:
  case EXPR_RECEIVES:
  case EXPR_PASSES:
  case EXPR_EXECUTES:
    print_event(out, expr);
    return;
  default:
    break;
  }
  struct operator_text text = binary_text(expr->kind);
  if (text.text) {
    print_binary(out, expr, text, least);
    return;
  }
  buffer_puts(out, word_of(expr->kind));
  if (!expr->a)
    return;
  buffer_putc(out, '(');
  print_expr(out, expr->a);
  buffer_putc(out, ')');
}

void print_expr(struct buffer *out, const struct expr *expr) {
  print_operand(out, expr, 0);
}

void print_type(struct buffer *out, const struct type *type) {
  static const char *const names[] = {
      [TYPE_BIT] = "bit",           [TYPE_BOOL] = "bool",
      [TYPE_BYTE] = "byte",         [TYPE_PID] = "pid",
      [TYPE_SHORT] = "short",       [TYPE_INT] = "int",
      [TYPE_UNSIGNED] = "unsigned", [TYPE_MTYPE] = "mtype",
      [TYPE_CHAN] = "chan",
  };
  if (type->kind == TYPE_RECORD)
    buffer_puts(out, type->record->name);
  else
    buffer_puts(out, names[type->kind]);
  if (type->kind == TYPE_MTYPE && type->subtype)
    buffer_printf(out, ":%s", type->subtype);
}

static void print_string(struct buffer *out, const char *text) {
  buffer_putc(out, '"');
  for (; *text; text++) {
    switch (*text) {
    case '\n':
      buffer_puts(out, "\\n");
      break;
    case '\t':
      buffer_puts(out, "\\t");
      break;
    case '\r':
      buffer_puts(out, "\\r");
      break;
    case '"':
    case '\\':
      buffer_putc(out, '\\');
      buffer_putc(out, *text);
      break;
    default:
      buffer_putc(out, *text);
    }
  }
  buffer_putc(out, '"');
}

/* byte x = 3, byte a[2] */
static void print_declaration(struct buffer *out, const struct var *var) {
  print_type(out, &var->type);
  buffer_printf(out, " %s", var->name);
  if (var->type.kind == TYPE_UNSIGNED)
    buffer_printf(out, " : %u", var->type.bits);
  if (var->is_array)
    buffer_printf(out, "[%" PRIu32 "]", var->count);
  if (var->init_count == 0)
    return;
  buffer_puts(out, " = ");
  print_expr(out, var->inits[0]);
}

static void print_test(struct buffer *out, const struct expr *value) {
  if (value->kind == EXPR_CONST && value->value == 1 && !value->mtype_name &&
      !value->word)
    buffer_puts(out, "skip");
  else
    print_expr(out, value);
}

static void print_receive(struct buffer *out, const struct action *action) {
  print_expr(out, action->channel);
  buffer_puts(out, action->random ? "?\?" : "?");
  buffer_puts(out, action->copy ? "<" : "");
  print_patterns(out, action->patterns, action->pattern_count);
  buffer_puts(out, action->copy ? ">" : "");
}

static void print_call(struct buffer *out, const char *name,
                       const struct action *action) {
  buffer_printf(out, "%s(", name);
  if (action->value)
    print_expr(out, action->value);
  if (action->format)
    print_string(out, action->format);
  buffer_puts(out, action->format && action->arg_count > 0 ? ", " : "");
  print_list(out, action->args, action->arg_count, ", ");
  buffer_putc(out, ')');
}

void print_action(struct buffer *out, const struct action *action) {
  switch (action->kind) {
  case ACTION_GOTO:
    buffer_puts(out, "goto");
    break;
  case ACTION_TEST:
    print_test(out, action->value);
    break;
  case ACTION_ELSE:
    buffer_puts(out, "else");
    break;
  case ACTION_ASSIGN:
    print_ref(out, action->ref);
    buffer_puts(out, " = ");
    print_expr(out, action->value);
    break;
  case ACTION_INIT:
    print_declaration(out, action->var);
    break;
  case ACTION_SEND:
    print_expr(out, action->channel);
    buffer_puts(out, action->sorted ? "!!" : "!");
    print_list(out, action->args, action->arg_count, ",");
    break;
  case ACTION_RECEIVE:
    print_receive(out, action);
    break;
  case ACTION_ASSERT:
    print_call(out, "assert", action);
    break;
  case ACTION_PRINTF:
    print_call(out, "printf", action);
    break;
  case ACTION_PRINTM:
    print_call(out, "printm", action);
    break;
  case ACTION_SET_PRIORITY:
    print_call(out, "set_priority", action);
    break;
  case ACTION_D_STEP:
    buffer_puts(out, "d_step");
    break;
  case ACTION_END:
    buffer_puts(out, "end");
    break;
  }
}
