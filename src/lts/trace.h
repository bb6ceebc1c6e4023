/* Equality of traces, and deterministic graphs. */
#ifndef LARIAT_LTS_TRACE_H
#define LARIAT_LTS_TRACE_H

#include "lts/compare.h"

/* Have two states of the graph the same sequences of visible labels? */
void trace_compare(const struct lts *lts, uint32_t left, uint32_t right,
                   const struct lts_limits *limits, struct lts_comparison *out);

/* The deterministic graph of the same traces, without hidden steps.  NULL at a
 * limit.
 */
struct lts *trace_determinise(const struct lts *lts,
                              const struct lts_limits *limits);

#endif
