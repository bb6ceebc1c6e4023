/* Partial-order reduction: a process whose next steps nobody can notice. */
#ifndef LARIAT_SYMBOLIC_QUIET_H
#define LARIAT_SYMBOLIC_QUIET_H

#include "model/model.h"

struct quiet;

/* For a property that looks at these atoms of the model.  NULL when nothing may
 * be left out.
 */
struct quiet *quiet_open(const struct model *model, const uint32_t *atoms,
                         uint32_t atom_count);
void quiet_close(struct quiet *quiet); /* accepts NULL */

/* Where all processes are given by proctype << 16 | location: one that is
 * enough to follow as long as it can move, or NO_PROCESS.
 */
int32_t quiet_process(const struct quiet *quiet, const uint32_t *places,
                      uint32_t count);

#endif
