/* How the places of a proctype follow each other, as a graph. */
#ifndef LARIAT_MODEL_FLOW_H
#define LARIAT_MODEL_FLOW_H

#include "base/strong.h"
#include "model/model.h"

/* From each location to the targets of its transitions, and to where a d_step
 * begins.  The caller frees it.
 */
struct links flow_links(const struct proctype *proctype);

#endif
