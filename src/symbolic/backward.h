/* A proof from the other end: can anything bad be reached at all? */
#ifndef LARIAT_SYMBOLIC_BACKWARD_H
#define LARIAT_SYMBOLIC_BACKWARD_H

#include "symbolic/reach.h"

/* True: nothing bad can be reached from the initial states.  False says
 * nothing.  Looks at control states not reached yet as well; the effort is
 * bounded.
 */
bool backward_proves(struct reach *reach);

#endif
