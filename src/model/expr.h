/* Expressions, as the parser makes them and every later stage reads them. */
#ifndef LARIAT_MODEL_EXPR_H
#define LARIAT_MODEL_EXPR_H

#include "model/type.h"

struct proctype;

enum expr_kind {
  EXPR_CONST,
  EXPR_REF,
  /* one operand: a */
  EXPR_NEGATE,     /* - */
  EXPR_NOT,        /* ! */
  EXPR_COMPLEMENT, /* ~ */
  /* two operands: a, b */
  EXPR_ADD,
  EXPR_SUB,
  EXPR_MUL,
  EXPR_DIV,
  EXPR_MOD,
  EXPR_BIT_AND,
  EXPR_BIT_OR,
  EXPR_BIT_XOR,
  EXPR_SHIFT_LEFT,
  EXPR_SHIFT_RIGHT,
  EXPR_LT,
  EXPR_LE,
  EXPR_GT,
  EXPR_GE,
  EXPR_EQ,
  EXPR_NE,
  EXPR_AND,
  EXPR_OR,
  /* three operands: a -> b : c */
  EXPR_COND,
  /* processes */
  EXPR_RUN,          /* proctype, args, priority */
  EXPR_ENABLED,      /* a */
  EXPR_PC_VALUE,     /* a */
  EXPR_GET_PRIORITY, /* a */
  EXPR_AT,           /* proctype [a] @ label; a may be NULL */
  EXPR_REMOTE,       /* proctype [a] : ref; a may be NULL */
  EXPR_PID,          /* _pid */
  EXPR_NR_PR,        /* _nr_pr */
  EXPR_LAST,         /* _last */
  EXPR_PRIORITY,     /* _priority */
  EXPR_TIMEOUT,
  EXPR_NP,        /* np_: no process is at a progress label */
  EXPR_ACCEPTING, /* some process is at an accept label; not written */
  /* channels: the channel is a */
  EXPR_LEN,
  EXPR_FULL,
  EXPR_NFULL,
  EXPR_EMPTY,
  EXPR_NEMPTY,
  EXPR_POLL, /* a ? [patterns], or a ?? [patterns] when random */
  /* events, true or false of a step: in formulas and claims only */
  EXPR_MOVES,    /* process a, or one of proctype when a is NULL */
  EXPR_SENDS,    /* a message that fits the patterns, to channel a */
  EXPR_RECEIVES, /* the same, from channel a */
  EXPR_PASSES,   /* proctype [a] @ label; a may be NULL */
  EXPR_EXECUTES, /* a statement of proctype on line `value` */
  EXPR_LABEL,    /* of a graph: a transition with this label */
};

/* A variable, with what selects a part of it: a[i].b[j]. */
struct ref {
  struct var *var;
  struct expr *index; /* NULL: element 0, or the whole of a scalar */
  struct ref *field;  /* the rest, inside a record; NULL at a leaf */
  struct span where;
};

/* One place of a receive: a variable to fill, a value to match, or `_`. */
enum pattern_kind { PATTERN_BIND, PATTERN_MATCH, PATTERN_ANY };
struct pattern {
  enum pattern_kind kind;
  struct ref *ref;    /* PATTERN_BIND */
  struct expr *value; /* PATTERN_MATCH: a constant or eval(...) */
  bool is_eval;
};

struct expr {
  enum expr_kind kind;
  struct span where;
  struct expr *a, *b, *c;
  int32_t value;             /* EXPR_CONST */
  const char *mtype_name;    /* EXPR_CONST written as an mtype name, or NULL */
  const char *mtype_subtype; /* its subtype, or NULL */
  const char *word;          /* EXPR_CONST: true, false or skip, or NULL */
  struct ref *ref;           /* EXPR_REF, EXPR_REMOTE */
  struct proctype *proctype; /* EXPR_RUN, EXPR_AT, EXPR_REMOTE, events */
  const char *label;         /* EXPR_AT, EXPR_PASSES, EXPR_LABEL */
  uint32_t location;         /* EXPR_AT, EXPR_PASSES: set by lowering;
                                EXPR_LABEL: the label's number */
  struct expr **args;        /* EXPR_RUN: records are flattened */
  uint32_t arg_count;
  int32_t priority;         /* EXPR_RUN: 0 when not given */
  struct pattern *patterns; /* EXPR_POLL, EXPR_SENDS, EXPR_RECEIVES */
  uint32_t pattern_count;
  bool random;             /* EXPR_POLL with ?? */
  const uint32_t *actions; /* EXPR_EXECUTES: numbers; set by lowering */
  uint32_t action_count;
  uint32_t height; /* of the tree below, as the parser knows it */
};

static inline bool expr_is_event(const struct expr *expr) {
  return expr->kind >= EXPR_MOVES && expr->kind <= EXPR_LABEL;
}

/* The first event in an expression, itself included; NULL: it has none. */
struct expr *expr_find_event(struct expr *expr);

/* A variable that names the same channel, or the same array of them, for ever?
 */
bool expr_names_channel(const struct expr *expr);

/* The value of an expression of constants, of the number of a process and of
 * what else is known of it; false for others.
 */
struct expr_known {
  uint32_t pid;
  /* the value of a variable; NULL: none is known */
  bool (*read)(void *context, const struct ref *ref, int32_t *out);
  void *context;
};
bool expr_number(const struct expr *expr, const struct expr_known *known,
                 int32_t *out);

/* Calls visit on the expression and everything inside it, subscripts and
 * patterns included, parents first.  The depth is bounded by the parser's.
 */
typedef void expr_visitor(void *context, struct expr *expr);
void expr_walk(struct expr *expr, expr_visitor *visit, void *context);
/* The same for the subscripts of a reference. */
void expr_walk_ref(struct ref *ref, expr_visitor *visit, void *context);
void expr_walk_patterns(struct pattern *patterns, uint32_t count,
                        expr_visitor *visit, void *context);

#endif
