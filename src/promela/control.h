/* Control flow of one process body, between the tree and the automaton.
 *
 * A body is a chain of elements, one for each basic statement plus a few that
 * only join paths: the end of a selection (JOIN), the exit of a loop (EXIT).
 * Selections, loops and blocks are elements too, with chains of their own.
 * The elements, and which of them become places where a process can be, are
 * those of SPIN's verifier without statement merging: state counts agree.
 */
#ifndef LARIAT_PROMELA_CONTROL_H
#define LARIAT_PROMELA_CONTROL_H

#include "base/diag.h"
#include "base/limit.h"
#include "base/map.h"
#include "base/vec.h"
#include "promela/ast.h"

enum element_kind {
  ELEMENT_ACTION,
  ELEMENT_JOIN,   /* after the last statement of each option */
  ELEMENT_GOTO,   /* goto and break */
  ELEMENT_EXIT,   /* where the breaks of a loop lead */
  ELEMENT_CHOICE, /* if, do */
  ELEMENT_ATOMIC,
  ELEMENT_D_STEP,
  ELEMENT_BLOCK,
  ELEMENT_UNLESS, /* chains[0] unless chains[1] */
  ELEMENT_STOP,   /* the end of the body */
};

enum element_flag {
  ELEMENT_KEEPS = 1,  /* indivisible: control stays after it */
  ELEMENT_LAST = 2,   /* the last of an indivisible sequence */
  ELEMENT_INSIDE = 4, /* part of a d_step */
  ELEMENT_IS_END = 8, /* labels */
  ELEMENT_IS_PROGRESS = 16,
  ELEMENT_IS_ACCEPT = 32,
  ELEMENT_LABELLED = 64,
};

struct element;

struct chain {
  struct element *first, *last;
  struct element *extent; /* the last one before a join was appended */
};

/* The loop a break belongs to. */
struct loop {
  struct element *exit; /* known once the loop is complete */
};

struct element {
  enum element_kind kind;
  uint32_t number; /* its location, from 1, in order of creation */
  unsigned flags;
  struct span where;
  struct action *action; /* ELEMENT_ACTION */
  struct element *next;
  struct chain *chains; /* options, or the inside of a block */
  uint32_t chain_count;
  VEC(struct chain *) escapes; /* innermost first */
  struct element
      *rest[2];      /* where control that comes here stays: automaton.c */
  uint32_t taken_by; /* the last location that has its statement */
  const struct stmt *target; /* ELEMENT_GOTO: the label of a goto ... */
  const struct loop *loop;   /* ... or the loop of a break */
};

struct control_label {
  const struct stmt *stmt;
  struct element *element;
};

/* The control flow of one body. */
struct control {
  struct model *model;
  struct arena *arena;
  struct diag *diag;
  struct proctype *proctype;
  struct chain body;
  VEC(struct element *) elements; /* [i] has number i + 1 */
  VEC(struct control_label) labels;
  struct map places;      /* from a label's statement to its element */
  struct map by_label;    /* from a name to what it stands for from outside */
  struct element endless; /* where jumps rest that go round for ever */
  VEC(struct var *) counters; /* of loops, which the text does not show */
  struct effort *effort;      /* what lowering may still do; of all processes */
};

/* Builds the elements of a body.  Errors go to diag. */
void control_build(struct control *control, const struct sequence *body);

/* Makes a place of its own out of a labelled goto, so that P@label can be
 * true: called for labels that a remote reference names.
 */
void control_keep_label(struct control *control, const char *label);

/* Ties the ends of inner chains to what follows: after the last keep_label. */
void control_finish(struct control *control);

/* The target of a goto or break. */
struct element *control_target(const struct control *control,
                               const struct element *jump);

/* The element a label stands for as seen from outside, or NULL. */
struct element *control_find_label(const struct control *control,
                                   const char *name);

void control_free(struct control *control);

/* A new action of the model (lower.c). */
struct action *lower_action(struct model *model, enum action_kind kind,
                            struct span where);

#endif
