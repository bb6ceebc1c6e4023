/* The figures of a search in a snapshot. */
#ifndef LARIAT_SEARCH_FIGURES_H
#define LARIAT_SEARCH_FIGURES_H

#include "search/search.h"

void figures_put(const struct search_figures *figures,
                 struct snapshot_writer *out);
void figures_get(struct search_figures *figures, struct snapshot_reader *in);

#endif
