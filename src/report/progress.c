/* The progress line: rewritten in place, erased at the end. */
#include "report/progress.h"
#include "report/paper.h"

#include <inttypes.h>
#include <stdbool.h>

#define ERASE_LINE "\r\033[K"

enum { LONGEST_LINE = 160, USUAL_WIDTH = 80 };

/* A line that wraps could not be erased: one column less than there are. */
static int room_on(FILE *out) {
  const int columns = paper_columns(out);
  return (columns > 1 ? columns : USUAL_WIDTH) - 1;
}

void progress_show(void *context, const struct search_figures *figures) {
  struct progress *progress = context;
  double rate =
      figures->seconds > 0 ? (double)figures->states / figures->seconds : 0;
  char line[LONGEST_LINE];
  snprintf(line, sizeof line,
           "%" PRIu64 " states, %.0f/s, depth %" PRIu64 ", %.1f MB, %.0f s",
           figures->states, rate, figures->depth,
           (double)(figures->store_bytes + figures->stack_bytes) / 1e6,
           figures->seconds);
  fprintf(progress->out, ERASE_LINE "%.*s", room_on(progress->out), line);
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
