/* Loading a graph from a file, with formulas over its labels. */
#ifndef LARIAT_REPORT_LOAD_GRAPH_H
#define LARIAT_REPORT_LOAD_GRAPH_H

#include "report/load.h"

/* Of the configuration only the texts to add are looked at.  What was read is
 * the caller's whatever the answer; the diag has the messages.
 */
enum status load_graph(const char *path, const struct preprocess_config *config,
                       struct diag *diag, struct lts **graph,
                       struct model **model);

#endif
