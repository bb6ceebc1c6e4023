/* A line that shows how far a search has come. */
#ifndef LARIAT_REPORT_PROGRESS_H
#define LARIAT_REPORT_PROGRESS_H

#include "search/observer.h"

#include <stdio.h>

struct progress {
  FILE *out; /* a terminal */
  bool shown;
};

/* Fits struct observer: context is a struct progress. */
void progress_show(void *context, const struct search_figures *figures);
void progress_erase(struct progress *progress);

#endif
