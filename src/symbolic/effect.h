/* What one statement does to the symbolic variables. */
#ifndef LARIAT_SYMBOLIC_EFFECT_H
#define LARIAT_SYMBOLIC_EFFECT_H

#include "symbolic/evaluate.h"

/* One step of the abstract model, kept. */
struct hop {
  struct step step;
  const int32_t *values;       /* the message's */
  const struct origin *origin; /* of the step, and of a receiver's part */
  const struct origin *partner;
  const uint8_t *state; /* after it; NULL: it failed */
  size_t length;
  int32_t owner;
  bool is_violation;
  struct violation violation; /* what the interpreter met */
  /* where it can be executed, and where that question goes wrong */
  struct pvset *possible, *failed, *overflow;
  bool cuts_overflow; /* what overflows goes no further */
};

/* Vectors to which it does the same affine (or piecewise) thing. */
struct variant {
  struct pvset *domain;
  struct pvterm **terms; /* one for each dimension after it */
  uint32_t count;
};

struct effect {
  VEC(struct variant) variants;
  struct pvset *assertion; /* where an assertion fails */
  struct pvset *failed, *overflow;
};

/* The effect of a hop on the vectors of `domain`. */
void effect_init(struct effect *effect, const struct situation *before,
                 const struct situation *after, const struct hop *hop,
                 const struct pvset *domain, bool check_overflow);
void effect_clear(struct effect *effect);

#endif
