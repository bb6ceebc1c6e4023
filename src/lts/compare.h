/* Are two graphs equivalent? */
#ifndef LARIAT_LTS_COMPARE_H
#define LARIAT_LTS_COMPARE_H

#include "lts/duel.h"
#include "lts/limits.h"
#include "lts/lts.h"

enum lts_relation {
  LTS_STRONG,     /* strong bisimilarity */
  LTS_BRANCHING,  /* branching bisimilarity, blind to divergence */
  LTS_WEAK,       /* weak bisimilarity */
  LTS_TRACE,      /* the same sequences of visible labels */
  LTS_SIMULATION, /* each simulates the other, hidden steps being steps */
};

enum lts_answer { LTS_EQUIVALENT, LTS_DIFFERENT, LTS_UNKNOWN };

struct lts_comparison {
  enum lts_answer answer;
  bool has_formula; /* tells them apart, and was checked on both graphs */
  bool of_left;     /* the left one has it, otherwise the right one */
  struct hml formula;
  bool has_duel; /* two runs that show it; only with a formula */
  struct duel duel;
  uint64_t pairs;     /* visited, where the method visits pairs */
  uint64_t most;      /* in memory at a time, on the fly */
  uint64_t forgotten; /* likewise, with replacement */
  uint32_t searches;  /* likewise */
  uint32_t blocks;    /* of both graphs together, where it refines */
  bool failed;        /* the formula is not what it should be: our bug */
};
void lts_comparison_clear(struct lts_comparison *comparison);

/* Compares the graph from its state `left` on with that from `right` on: the
 * halves of what lts_join() made.
 */
void lts_compare(const struct lts *joint, uint32_t left, uint32_t right,
                 enum lts_relation relation, const struct lts_limits *limits,
                 struct lts_comparison *out);

/* Keeps the formula only if one side has it and the other has not; then two
 * runs are found that show it.
 */
void lts_comparison_check(struct lts_comparison *comparison,
                          const struct lts_view *left,
                          const struct lts_view *right);

/* A smallest graph that is equivalent (trace: the smallest deterministic one;
 * simulation: equivalent states are one), its states numbered breadth first
 * from 0.  NULL at a limit.  The graph has one name for hidden steps.
 */
struct lts *lts_minimize(const struct lts *lts, enum lts_relation relation,
                         const struct lts_limits *limits);

#endif
