/* Searching for infinite runs that a claim accepts.
 *
 * Three searches for an accepting cycle over the same product: the magic search
 * (search/magic.c), and algorithms A and B of Courcoubetis, Vardi, Wolper and
 * Yannakakis (search/nested_a.c, search/nested_b.c).  Strong fairness takes a
 * decomposition of the whole product (search/strong.c).  One more looks for the
 * opposite, runs that a deterministic claim does not accept
 * (search/buchi_det.c).
 */
#ifndef LARIAT_SEARCH_LIVENESS_H
#define LARIAT_SEARCH_LIVENESS_H

#include "search/product.h"
#include "search/search.h"

enum liveness_kind {
  LIVENESS_MAGIC,
  LIVENESS_NESTED_A,
  LIVENESS_NESTED_B,
  LIVENESS_STRONG,    /* implies strong fairness by process */
  LIVENESS_BUCHI_DET, /* of a claim that describes the good runs; no fairness */
};

struct liveness_config {
  enum liveness_kind kind;
  const struct claim *claim;
  enum fairness fairness;
  bool classic;                /* the tail is stored with the state */
  struct store_config store;   /* memory and tails are set by the search */
  struct violation violation;  /* what a cycle is reported as */
  struct search_config limits; /* depth, time, memory, interrupt */
};

/* A search whose stack holds the whole run can do with any store; the others
 * need one that is exact.
 */
bool liveness_needs_exact_store(enum liveness_kind kind);

enum status liveness_run(const struct liveness_config *config,
                         struct engine *engine, const struct observer *observer,
                         struct search_result *out);

#endif
