/* The product of two graphs: the words that both accept. */
#ifndef LARIAT_LTL_PRODUCT_H
#define LARIAT_LTL_PRODUCT_H

#include "ltl/graph.h"

/* Both must have the same bdd; *out is the caller's to clear.  False, and *out
 * empty, when it would have more than most_states or too many sets.
 */
bool graph_product(const struct graph *a, const struct graph *b,
                   uint32_t most_states, struct graph *out);

/* True when no word is accepted by both; false also when that is too much to
 * find out.
 */
bool graphs_are_disjoint(const struct graph *a, const struct graph *b,
                         uint32_t most_states);

#endif
