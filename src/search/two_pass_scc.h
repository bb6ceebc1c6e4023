/* Deciding generalised acceptance on a graph by its strong components. */
#ifndef LARIAT_SEARCH_TWO_PASS_SCC_H
#define LARIAT_SEARCH_TWO_PASS_SCC_H

#include "ltl/automaton.h"
#include "lts/lts.h"
#include "search/search.h"

struct two_pass_config {
  const struct lts *lts;
  const struct model *model;         /* of the graph: what the atoms are */
  const struct automaton *automaton; /* of the runs looked for; with as many
                                        acceptance sets as it likes */
  bool stutters;                     /* a run that stops repeats its state */
  struct violation violation;        /* what a run is reported as */
  struct search_config limits;       /* depth, time, memory, interrupt */
};

/* The engine, one of the same graph, executes again what is found. */
void two_pass_scc(const struct two_pass_config *config, struct engine *engine,
                  const struct observer *observer, struct search_result *out);

#endif
