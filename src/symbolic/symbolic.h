/* Reachability with symbolic integers: the face of this folder.
 *
 * Control, channels and small data are explicit; integers that a program only
 * compares and shifts linearly are sets of vectors.  Loops are accelerated.
 * After Boigelot and Wolper 1994.
 */
#ifndef LARIAT_SYMBOLIC_SYMBOLIC_H
#define LARIAT_SYMBOLIC_SYMBOLIC_H

#include "base/buffer.h"
#include "engine/engine.h"

#include <signal.h>

/* What runs are looked for: an automaton that reads the states of a run, each
 * before the step that leads on.  Its letters are about atoms of the model.
 */
struct claim_move {
  uint32_t from, to;
  uint64_t yes, no; /* bits: atoms that must be true, and that must not */
};

struct symbolic_claim {
  const struct claim_move *moves;
  size_t move_count;
  uint32_t state_count;
  const bool *accepting; /* again and again is a violation */
  const bool *final;     /* to get here is one */
  const bool *bad_end;   /* so is to get here with the last state of a run */
  const uint32_t *initial;
  uint32_t initial_count;
  const uint32_t *atoms; /* of the model */
  uint32_t atom_count;
  bool stutters; /* a run that stops repeats its last state for ever */
  struct violation prefix, cycle; /* what to call them */
};

struct symbolic_config {
  struct engine_config engine;
  bool unbounded; /* int is all integers */
  bool safety;    /* look for assertions, end states and run-time errors */
  const struct formula *invariant;      /* or for states that violate this */
  const struct symbolic_claim *claim;   /* or for runs */
  const struct formula *const *assumed; /* about parameters, at the start */
  size_t assumed_count;
  const char *const *symbolic_names; /* variables the user wants symbolic */
  size_t symbolic_count;
  const char *const *explicit_names;
  size_t explicit_count;
  bool reduce; /* interleavings that make no difference are left out */
  const uint32_t *atoms; /* of the model: all that the property looks at */
  uint32_t atom_count;
  bool whole_set;      /* a proof without the reachable set is not enough */
  uint64_t max_errors; /* stop after so many violations; 0: never */
  double max_seconds;  /* 0: no limit */
  const volatile sig_atomic_t *interrupt; /* may be NULL */
};

enum symbolic_end {
  SYMBOLIC_COMPLETE,    /* a fixpoint: every reachable state is in the sets */
  SYMBOLIC_PROVED,      /* no fixpoint, but nothing bad can be reached */
  SYMBOLIC_ENOUGH,      /* max_errors violations were found */
  SYMBOLIC_OVERFLOW,    /* so it is for all integers, but an int wraps around */
  SYMBOLIC_FAILS_LATER, /* and then there is a violation, too far away */
  SYMBOLIC_TIME,
  SYMBOLIC_INTERRUPTED,
  SYMBOLIC_TOO_HARD,    /* an operation on sets took too much work */
  SYMBOLIC_TOO_LONG,    /* so is the run to a violation */
  SYMBOLIC_UNDECIDED,   /* complete, but there may be a run without end */
  SYMBOLIC_MAY_NOT_END, /* complete, but there may be such a d_step */
  SYMBOLIC_MAY_STAY,    /* complete, but there may be such an atomic */
  SYMBOLIC_REFUSED,     /* not this model, or not this property */
};

/* A part of a run, executed so many times. */
struct symbolic_part {
  size_t first, count; /* in the steps of the run */
  uint64_t times;
};

struct parameter_value {
  const struct var *var;
  uint32_t element;
  int64_t value;
};

/* A run to something bad, as the model's own steps: only the fields that name
 * the statement are set.  The steps are unrolled; the parts say how they were
 * found.
 */
struct symbolic_run {
  struct violation violation;
  struct step *steps;
  size_t step_count;
  size_t loop_start; /* from there on for ever; step_count: no cycle */
  bool is_cycle;
  struct symbolic_part *parts;
  size_t part_count;
  struct parameter_value *parameters;
  size_t parameter_count;
};

struct symbolic_figures {
  uint64_t steps;            /* images computed */
  uint64_t sets;             /* that were new */
  uint64_t meta_transitions; /* loops accelerated */
  uint64_t places;           /* control states */
  double seconds;
};

struct symbolic;

/* Can a formula be assumed: is it about the first values of variables that the
 * program never writes?
 */
bool symbolic_can_assume(const struct model *model,
                         const struct formula *formula);

/* No temporal operators? */
bool is_state_formula(const struct formula *formula);

/* The model must outlive it.  NULL, with a reason, when it is refused. */
struct symbolic *symbolic_open(const struct model *model,
                               const struct symbolic_config *config,
                               const char **reason);
void symbolic_close(struct symbolic *symbolic); /* accepts NULL */

/* Explores; integers are taken for unbounded as long as that makes no
 * difference.
 */
enum symbolic_end symbolic_run(struct symbolic *symbolic);
/* After SYMBOLIC_OVERFLOW: once more, with integers that wrap around, for a
 * time that is in proportion.  What is asked below is about this exploration
 * when it gives an answer, and else about the first one: the end is then
 * SYMBOLIC_FAILS_LATER, or SYMBOLIC_OVERFLOW when nothing is known.
 */
enum symbolic_end symbolic_run_wrapped(struct symbolic *symbolic);
const char *symbolic_end_text(enum symbolic_end end);

const struct symbolic_figures *
symbolic_figures(const struct symbolic *symbolic);
/* Were interleavings left out? */
bool symbolic_is_reduced(const struct symbolic *symbolic);
size_t symbolic_run_count(const struct symbolic *symbolic);
const struct symbolic_run *symbolic_run_at(const struct symbolic *symbolic,
                                           size_t index);

/* The names of the symbolic variables: "c, g, P:x". */
void symbolic_variables(const struct symbolic *symbolic, struct buffer *out);
/* What wraps around, or NULL. */
const char *symbolic_overflow(const struct symbolic *symbolic);

/* The exact number of states in decimal; false: infinitely many, or not all
 * are known.  With `inside` those inside an atomic, where its loops meet: they
 * are no states for anybody else.
 */
bool symbolic_count(struct symbolic *symbolic, bool inside, struct buffer *out);

/* Visits the reachable control states that everybody sees and in which a
 * process of this type is at one of the locations (wanted[number]): the
 * explicit part, and the set, for people.  Those with the same explicit part,
 * but for the places of other processes, come together.
 */
struct symbolic_view {
  const char *values;       /* "a = 0, motor at line 12" */
  const char *set;          /* "c in [1, N], g = c" */
  const char *const *names; /* of the symbolic variables here */
  uint32_t dims;
  const int64_t *points; /* their values, if they are few; else NULL */
  size_t point_count;
};
void symbolic_show(struct symbolic *symbolic, uint32_t proctype,
                   const bool *wanted,
                   void (*each)(void *context,
                                const struct symbolic_view *view),
                   void *context);

#endif
