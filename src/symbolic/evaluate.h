/* Expressions of a model over sets of vectors.
 *
 * An evaluation belongs to a control state and a process.  It takes place for
 * the vectors of `context`; those for which the program would meet a run-time
 * error are noted in `failed`, and those for which its 32-bit numbers would
 * wrap around, so that the answer is not the program's, in `overflow`.  Where
 * integers are wrapped, a term may be another number than the program's as long
 * as nobody looks: it is congruent to it modulo 2^32.
 */
#ifndef LARIAT_SYMBOLIC_EVALUATE_H
#define LARIAT_SYMBOLIC_EVALUATE_H

#include "symbolic/control.h"
#include "symbolic/pvset.h"

enum { MOST_SYMBOLIC_PROCESSES = 256 };

/* What an int is. */
enum integers {
  INTEGERS_UNBOUNDED,
  INTEGERS_WATCHED, /* the same, and where 32 bits would not do is noted */
  INTEGERS_CHECKED, /* of 32 bits; where they do not do is cut off */
  INTEGERS_WRAPPED, /* of 32 bits, as the program has them */
};

/* A control state, and where the variables of its processes stand. */
struct situation {
  struct control *control;
  struct pv *pv;
  enum integers integers;
  const uint8_t *state;
  size_t length;
  uint32_t processes;
  uint32_t places[MOST_SYMBOLIC_PROCESSES]; /* proctype << 16 | location */
  uint32_t base[MOST_SYMBOLIC_PROCESSES];   /* first dimension of each */
  uint32_t dims;
};

void situation_set(struct situation *at, const uint8_t *state, size_t length);

struct evaluation {
  const struct situation *at;
  int32_t pid;
  struct pvset *context, *failed, *overflow;
};

void evaluation_init(struct evaluation *evaluation, const struct situation *at,
                     int32_t pid);
void evaluation_clear(struct evaluation *evaluation);

/* A number, and bounds of it that follow from types. */
struct value {
  struct pvterm *term;
  int64_t least, most;
};

struct value evaluate_term(struct evaluation *evaluation, struct expr *expr);

/* Where the expression is not zero; with `negated`, where it is. */
struct pvset *evaluate_condition(struct evaluation *evaluation,
                                 struct expr *expr, bool negated);

/* Where a formula without temporal operators holds; NULL: it has some. */
struct pvset *evaluate_formula(struct evaluation *evaluation,
                               const struct formula *formula, bool negated);

/* The dimension of a reference to a symbolic variable; false: its subscript is
 * wrong, which `failed` then says.
 */
bool evaluate_place(struct evaluation *evaluation, const struct ref *ref,
                    uint32_t *dim);

/* The numbers a variable can have. */
void type_bounds(const struct situation *at, const struct var *var,
                 int64_t *least, int64_t *most);

#endif
