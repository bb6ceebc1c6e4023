/* Elements: one statement of one process, as a whole transition.  What is known
 * of them before the model runs.
 *
 * See elements.c for how it is found, and stubborn.c for what it is used for.
 */
#ifndef LARIAT_REDUCE_ELEMENTS_H
#define LARIAT_REDUCE_ELEMENTS_H

#include "base/vec.h"
#include "reduce/facts.h"

/* Something that a statement needs. */
enum test_kind {
  TEST_VALUE, /* a global variable compares so with a constant */
  TEST_FILL,  /* a channel is not empty, or not full */
};
struct test {
  enum test_kind kind;
  struct access at;      /* which element, or channel, where that depends on the
                            process; `when` is the fill that is bad */
  const struct var *var; /* of TEST_VALUE */
  uint32_t element;      /* unless `at` tells */
  enum expr_kind relation; /* EXPR_LT to EXPR_NE */
  int32_t constant;
  struct footprint reads;
  const uint64_t **makers; /* by proctype: elements that may make it true, if
                              they write what it reads */
};

/* Tests, by number: as long as one of them is false, something cannot begin. */
struct guard {
  const uint32_t *tests;
  uint32_t count;
};

struct element {
  uint32_t location;
  struct footprint now;    /* what it does in the state at hand */
  struct footprint does;   /* at some later time; its descendants included */
  struct footprint awaits; /* what it depends on now whether it is possible */
  bool binds; /* that is not all: it takes a partner, starts a process, goes on
                 in an `atomic`, or is ruled out by others */
  bool starts, ends;          /* a process; its own */
  const struct guard *guards; /* one for each way to begin, or none */
  uint32_t guard_count;
};

/* The elements of a proctype. */
struct cast_facts {
  struct element *elements;
  uint32_t count, words; /* of a set of them */
  uint32_t *first;       /* by location; what follows is the next one's */
  uint64_t *reach;  /* by location: elements that the process may still come
                       to, those of the location among them */
  uint64_t *before; /* by location: elements that lead there at once */
  const struct var **fixed; /* variables that `does` depends on: they keep the
                               values they have from the start */
  uint32_t fixed_count;
};

/* A statement of an element writes a variable. */
struct writer {
  uint32_t proctype, element;
  const struct action *action;
};
struct writers {
  VEC(struct writer) items;
};

struct elements {
  const struct facts *facts;
  struct arena *arena;
  struct cast_facts *of; /* by proctype */
  VEC(struct test) tests;
  VEC(struct writers) writers;
  struct map written; /* by variable: the number of its writers, plus one */
  uint64_t visits;    /* of statements, to find out what elements do */
  uint64_t tries;     /* whether a statement makes a test true */
};

/* False: the model is too large.  The facts must live as long. */
bool elements_init(struct elements *elements, const struct facts *facts);
void elements_clear(struct elements *elements);

/* Is a comparison true of a value? */
bool test_is_true(const struct test *test, int32_t value);

static inline const uint64_t *cast_reach(const struct cast_facts *of,
                                         uint32_t location) {
  return of->reach + (size_t)location * of->words;
}

static inline const uint64_t *cast_before(const struct cast_facts *of,
                                          uint32_t location) {
  return of->before + (size_t)location * of->words;
}

static inline bool has_bit(const uint64_t *words, uint32_t bit) {
  return words[bit / 64] >> (bit % 64) & 1;
}

static inline void add_bit(uint64_t *words, uint32_t bit) {
  words[bit / 64] |= UINT64_C(1) << (bit % 64);
}

#endif
