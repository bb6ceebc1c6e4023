/* Pairs of states found different, each with the reason.
 *
 * The reason is a step of one of the two states, its mover, to some x', such
 * that x' was found different before from every y' that the other one can come
 * to with the same label.  Unfolded it is a formula of Hennessy and Milner.
 */
#ifndef LARIAT_LTS_REFUTATION_H
#define LARIAT_LTS_REFUTATION_H

#include "lts/hml.h"

struct refuted {
  bool by_right; /* the mover is the right one of the pair */
  uint32_t label;
  uint32_t first, count; /* the pairs (x', y') or (y', x') in because[] */
};

struct refutation {
  VEC(struct refuted) pairs;
  VEC(uint32_t) because; /* numbers of pairs found earlier */
};
void refutation_clear(struct refutation *refutation);
size_t refutation_bytes(const struct refutation *refutation);

/* Adds a pair, whose reasons are what was pushed to because[] since the last
 * one was added; gives its number.
 */
uint32_t refutation_add(struct refutation *refutation, bool by_right,
                        uint32_t label);

/* The formula that the mover of a pair has and the other has not; *of_left
 * tells whether that is the left one.  False when it would be too large.
 */
bool refutation_formula(const struct refutation *refutation, uint32_t pair,
                        struct hml *out, bool *of_left);

#endif
