/* Searching for infinite runs that a claim accepts.
 *
 * Three searches for an accepting cycle over the same product: the magic search
 * (search/magic.c), and algorithms A and B of Courcoubetis, Vardi, Wolper and
 * Yannakakis (search/nested_a.c, search/nested_b.c).  Strong fairness takes a
 * decomposition of the whole product (search/strong.c).
 */
#ifndef LARIAT_SEARCH_LIVENESS_H
#define LARIAT_SEARCH_LIVENESS_H

#include "search/claim.h"
#include "search/search.h"

enum liveness_kind {
  LIVENESS_MAGIC,
  LIVENESS_NESTED_A,
  LIVENESS_NESTED_B,
  LIVENESS_STRONG, /* implies strong fairness by process */
};

struct liveness_config {
  enum liveness_kind kind;
  const struct claim *claim;
  bool weak_fairness;          /* by process */
  bool classic;                /* the tail is stored with the state */
  struct violation violation;  /* what a cycle is reported as */
  struct search_config limits; /* depth, time, memory, interrupt */
};

enum status liveness_run(const struct liveness_config *config,
                         struct engine *engine, const struct observer *observer,
                         struct search_result *out);

#endif
