/* Checks that are saved while they run, and taken up again.
 *
 * A checkpoint holds the verdicts so far, and the search for the next one if
 * that can be saved; another one begins anew when the check is taken up.
 */
#ifndef LARIAT_REPORT_RESUME_H
#define LARIAT_REPORT_RESUME_H

#include "report/verify.h"

struct checkpoint_wish {
  const char *path;     /* to be written; NULL: none */
  const char *resume;   /* to be read; NULL: none */
  const char *identity; /* of the model and of what was asked: a file with
                           another one is refused */
  double every_seconds;
  void *context;
  void (*warn)(void *context, const char *message);
};

struct resumption {
  const struct checkpoint_wish *wish;
  const struct loaded *loaded;
  struct verification *verification; /* the verdicts so far */
  struct snapshot_reader *reader;
  size_t done; /* properties that the file has verdicts for */
  bool saved;  /* the search under way */
  bool frozen; /* a search that was cut short is saved: leave it there */
  bool has_warned;
  struct checkpoints search; /* for the search under way */
};

/* A verdict with its figures and runs; those that are read are executed again.
 */
void verified_put(const struct verified *verified, struct snapshot_writer *out);
void verified_get(struct verified *verified, struct verification *of,
                  struct snapshot_reader *in);

/* The engine of the verification is open, and verdicts are added to it.  NULL,
 * or what is wrong with the file, in its arena.  Close in any case.
 */
const char *resumption_open(struct resumption *self,
                            const struct checkpoint_wish *wish,
                            const struct loaded *loaded,
                            struct verification *verification);
void resumption_close(struct resumption *self);

/* Takes note that the last property of the verification has its verdict. */
void resumption_advance(struct resumption *self);

#endif
