/* What happens inside a d_step: a loop there may never end. */
#ifndef LARIAT_SYMBOLIC_INSIDE_H
#define LARIAT_SYMBOLIC_INSIDE_H

#include "symbolic/places.h"

/* Is the place one inside a d_step? */
bool place_is_inside(const struct places *places, uint32_t number);

/* Does the edge begin and end in the same execution of a d_step? */
bool edge_is_inside(const struct places *places, const struct edge *edge);

/* Can such edges lead from the place back to it, whatever their guards? */
bool inside_returns(const struct places *places, uint32_t number);

#endif
