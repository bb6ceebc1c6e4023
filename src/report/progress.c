/* The progress line: rewritten in place, erased at the end. */
#include "report/progress.h"

#include <inttypes.h>

#define ERASE_LINE "\r\033[K"

void progress_show(void *context, const struct search_figures *figures) {
  struct progress *progress = context;
  double rate =
      figures->seconds > 0 ? (double)figures->states / figures->seconds : 0;
  fprintf(progress->out,
          ERASE_LINE "%" PRIu64 " states, %.0f/s, depth %" PRIu64
                     ", %.1f MB, %.0f s",
          figures->states, rate, figures->depth,
          (double)(figures->store_bytes + figures->stack_bytes) / 1e6,
          figures->seconds);
  fflush(progress->out);
  progress->shown = true;
}

void progress_erase(struct progress *progress) {
  if (!progress->shown)
    return;
  fputs(ERASE_LINE, progress->out);
  fflush(progress->out);
  progress->shown = false;
}
