/* A proof from the other end: can anything bad be reached at all? */
#ifndef LARIAT_SYMBOLIC_BACKWARD_H
#define LARIAT_SYMBOLIC_BACKWARD_H

#include "symbolic/reach.h"

/* True: nothing bad can be reached from the initial states.  False says
 * nothing.  Looks at control states not reached yet as well; the effort is
 * bounded by `work`, as in pv_allow().
 */
bool backward_proves(struct reach *reach, uint64_t work);

/* Of each place inside an atomic that was reached: can the atomic be left from
 * there, whatever the vector?  False says nothing.
 */
void backward_leaves(struct reach *reach, bool *leaves);

#endif
