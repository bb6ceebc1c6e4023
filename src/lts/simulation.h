/* Simulation: can one state do all that another can, for ever? */
#ifndef LARIAT_LTS_SIMULATION_H
#define LARIAT_LTS_SIMULATION_H

#include "lts/compare.h"
#include "lts/partition.h"

/* Does each of two states simulate the other?  Hidden steps are steps. */
void simulation_compare(const struct lts *lts, uint32_t left, uint32_t right,
                        const struct lts_limits *limits,
                        struct lts_comparison *out);

/* The blocks of states that simulate each other; false at a limit. */
bool simulation_partition(const struct lts *lts,
                          const struct lts_limits *limits,
                          struct partition *out);

#endif
