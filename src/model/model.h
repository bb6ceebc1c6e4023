/* A model: what the front end makes and the engines run.
 *
 * Data (types, variables, channels), one automaton for each proctype, and the
 * properties stated in the text.  Everything lives in the model's arena; names
 * are interned in it.  After lowering nothing here changes.
 */
#ifndef LARIAT_MODEL_MODEL_H
#define LARIAT_MODEL_MODEL_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/source.h"
#include "ltl/formula.h"
#include "model/expr.h"

#include <stdbool.h>
#include <stdint.h>

enum action_kind {
  ACTION_GOTO,   /* moves control only: goto, break, the end of an option */
  ACTION_TEST,   /* value != 0; a run inside it takes effect */
  ACTION_ELSE,   /* nothing else can be done at this location */
  ACTION_ASSIGN, /* ref = value */
  ACTION_INIT,   /* var's declaration, executed where it stands */
  ACTION_SEND,
  ACTION_RECEIVE,
  ACTION_ASSERT,
  ACTION_PRINTF,
  ACTION_PRINTM,
  ACTION_SET_PRIORITY,
  ACTION_D_STEP, /* runs from location `enter` to `leave`, indivisibly */
  ACTION_END,    /* the process ends; it goes when all younger ones are gone */
};

/* A channel that comes into being with its process, or with the model. */
struct channel_slot {
  const char *name; /* "q", "q[2]", "link[1].data" */
  const struct var *var;
  uint32_t offset; /* of the variable that names it, in the frame */
  const struct channel_type *type;
};

/* What a transition does. */
struct action {
  enum action_kind kind;
  struct span where;
  const char *text; /* the statement as people read it */
  struct expr *value;
  struct ref *ref;
  struct var *var;
  struct expr *channel;
  struct expr **args;
  uint32_t arg_count;
  struct pattern *patterns;
  uint32_t pattern_count;
  bool sorted, random, copy;
  const char *format;
  uint32_t enter, leave; /* ACTION_D_STEP */
  uint32_t number;       /* index in model->actions */
  /* of a never claim: what is evaluated, in model->atoms; of conditions a
   * formula over them
   */
  uint32_t atom;
  const struct formula *guard;
  const struct proctype *proctype; /* whose statement it is */
};

struct transition {
  const struct action *action;
  uint32_t target;
  bool atomic;     /* the process keeps control after it */
  uint32_t escape; /* 0: ordinary; else the group of the `unless` it belongs
                      to: once one of a group was possible, only others of the
                      same group are tried at this location */
};

struct location {
  struct transition *transitions;
  uint32_t transition_count;
  struct span where;
  bool is_end; /* a process may rest here: end label, or terminated */
  bool is_progress, is_accept;
  bool in_atomic; /* control is (or was, before it blocked) indivisible */
  bool in_d_step; /* inside a d_step: never seen in a state */
  bool has_else;
};

struct label {
  const char *name;
  uint32_t location;
  struct span where;
};

enum proctype_kind {
  PROC_PLAIN,
  PROC_INIT,
  PROC_NEVER,
  PROC_TRACE,
  PROC_NOTRACE
};

struct proctype {
  const char *name; /* ":init:", ":never:" ... as SPIN calls them */
  enum proctype_kind kind;
  struct span where;
  uint32_t index;         /* in model->proctypes */
  bool deterministic;     /* D_proctype */
  uint32_t active;        /* instances at the start */
  int32_t priority;       /* 1 when not given */
  struct expr *provided;  /* or NULL */
  struct var **variables; /* parameters first, then locals of all blocks */
  uint32_t variable_count, parameter_count;

  /* set by lowering */
  struct location *locations; /* [0] is unused: location numbers are >= 1 */
  uint32_t location_count;
  uint32_t initial;
  bool has_accept; /* some location is at an accept label */
  struct label *labels;
  uint32_t label_count;
  uint32_t frame_bytes; /* of the variables in a state */
  struct channel_slot *channels;
  uint32_t channel_count;
};

/* mtype [:subtype] = { names }: names[i] has the value i + 1. */
struct mtype {
  const char *subtype; /* NULL: the unnamed one */
  const char **names;
  uint32_t count;
};

/* ltl name { formula } */
struct ltl_block {
  const char *name;
  struct span where;
  const struct formula *formula;
};

/* Which parts of the language a model uses: some cost room in every state. */
struct features {
  bool last, priority, enabled, np, pc_value, timeout, provided, unless;
  bool rendezvous, buffered, remote_ref, run, trace;
};

struct model {
  struct arena *arena;
  struct intern *intern;
  struct sources *sources; /* the texts; not owned */
  const char *path;
  struct var **globals;
  uint32_t global_count;
  struct record **records;
  uint32_t record_count;
  struct mtype *mtypes;
  uint32_t mtype_count;
  struct proctype **proctypes; /* in textual order; init, claims included */
  uint32_t proctype_count;
  struct ltl_block *ltl;
  uint32_t ltl_count;
  struct expr **atoms; /* the propositions of all formulas */
  uint32_t atom_count;
  struct features features;

  /* set by lowering */
  uint32_t np_atom, accepting_atom; /* EXPR_NP and EXPR_ACCEPTING */
  struct action **actions;
  uint32_t action_count;
  uint32_t *process_atoms; /* of the first sorted_atom_count atoms, those that
                              look at more than global variables */
  uint32_t process_atom_count, sorted_atom_count;
  uint32_t global_bytes;         /* of the variables in a state */
  uint32_t outside_bytes;        /* of those that are in no state */
  struct channel_slot *channels; /* of global variables */
  uint32_t channel_count;
};

struct model *model_open(void);
void model_close(struct model *model); /* accepts NULL */

/* Visits every expression of a statement: see expr_walk(). */
void action_walk(const struct action *action, expr_visitor *visit,
                 void *context);

/* Adds a proposition; gives its index in model->atoms. */
uint32_t model_add_atom(struct model *model, struct expr *expr);

/* Tells the atoms there are now that look at processes, numbers of processes or
 * events from the others.  One may come to look at less later, not at more.
 */
void model_sort_atoms(struct model *model);

/* Visits every expression of the atoms that look at these things, and perhaps
 * of others: what is asked of a whole model for one of its formulas must not
 * take longer the more formulas there are.
 */
void model_walk_process_atoms(const struct model *model, expr_visitor *visit,
                              void *context);

/* The name of an mtype value, or NULL. */
const char *model_mtype_name(const struct model *model, const char *subtype,
                             int32_t value);

#endif
