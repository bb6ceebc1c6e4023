/* The statements of a model, as they are written.
 *
 * Expressions, types, variables and the heads of processes are built straight
 * in the model (model/); only bodies are a tree of their own, which lowering
 * turns into automata and which dies with its arena.
 */
#ifndef LARIAT_PROMELA_AST_H
#define LARIAT_PROMELA_AST_H

#include "model/model.h"

enum stmt_kind {
  STMT_EXPR, /* a condition; also skip, timeout and run */
  STMT_ELSE,
  STMT_ASSIGN,  /* ref = value; x++ and x-- arrive as x = x + 1 */
  STMT_DECL,    /* a declaration after the first statement: sets var */
  STMT_SEND,    /* channel, args, sorted */
  STMT_RECEIVE, /* channel, patterns, random, copy */
  STMT_ASSERT,
  STMT_PRINTF,       /* format, args */
  STMT_PRINTM,       /* value */
  STMT_SET_PRIORITY, /* args[0], args[1] */
  STMT_IF,           /* options */
  STMT_DO,           /* options */
  STMT_FOR_RANGE,    /* for (ref : low .. high) { body } */
  STMT_FOR_ARRAY,    /* for (ref in array) */
  STMT_FOR_CHANNEL,  /* for (ref in channel): ref is a record or a leaf */
  STMT_SELECT,       /* select (ref : low .. high) */
  STMT_BREAK,
  STMT_GOTO,   /* label */
  STMT_LABEL,  /* label: inner; a lone label has a skip as inner */
  STMT_ATOMIC, /* body */
  STMT_D_STEP, /* body */
  STMT_BLOCK,  /* body: { ... } and the body of an inline call */
  STMT_UNLESS, /* body unless escape: both sequences */
};

struct sequence {
  struct stmt **items;
  uint32_t count;
};

struct stmt {
  enum stmt_kind kind;
  struct span where;
  struct expr *value; /* EXPR ASSIGN ASSERT PRINTM */
  struct ref *ref;    /* ASSIGN FOR_* SELECT */
  struct var *var;    /* DECL */
  struct expr
      *channel;      /* SEND RECEIVE FOR_CHANNEL: an EXPR_REF (or constant) */
  struct ref *array; /* FOR_ARRAY */
  struct expr *low, *high; /* FOR_RANGE SELECT */
  struct expr **args;      /* SEND PRINTF SET_PRIORITY; records flattened */
  uint32_t arg_count;
  struct pattern *patterns; /* RECEIVE, FOR_CHANNEL: the leaves of ref */
  uint32_t pattern_count;
  bool sorted;         /* SEND !! */
  bool random;         /* RECEIVE ?? */
  bool copy;           /* RECEIVE ?<...> */
  bool from_inline;    /* BLOCK: body of an inline call */
  const char *format;  /* PRINTF: unquoted, escapes resolved */
  const char *label;   /* GOTO LABEL */
  struct stmt *inner;  /* LABEL; UNLESS: its body, unless that is a BLOCK */
  struct stmt *target; /* GOTO: the LABEL it means */
  struct sequence *options; /* IF DO */
  uint32_t option_count;
  struct sequence body, escape; /* ATOMIC D_STEP BLOCK FOR_* UNLESS */
};

/* The body of one proctype, init, never, trace or notrace. */
struct ast_body {
  struct proctype *proctype;
  struct sequence body;
};

struct ast {
  struct ast_body *bodies; /* one for each model->proctypes[i], in that order */
  uint32_t body_count;
};

#endif
