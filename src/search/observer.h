/* What a search tells the outside. */
#ifndef LARIAT_SEARCH_OBSERVER_H
#define LARIAT_SEARCH_OBSERVER_H

#include "search/trail.h"

#include <stdbool.h>
#include <stdint.h>

struct search_figures {
  uint64_t states;      /* stored; of a product, all visited */
  uint64_t heads;       /* of a product: states of the model among them */
  uint64_t tails;       /* of a product: how many a head may have */
  uint64_t state_bytes; /* longest state stored, before compression */
  uint64_t matched;     /* found again */
  uint64_t transitions; /* stored + matched */
  uint64_t depth;       /* longest path followed, in transitions */
  uint64_t errors;      /* violations met, equal ones included */
  uint64_t store_bytes;
  uint64_t stack_bytes; /* of the stack or queue, at its longest */
  double omissions;     /* states that the store took for others, expected */
  uint64_t replaced;    /* states that the store forgot, each time counted */
  uint64_t archived;    /* of them noted on disk */
  uint64_t log_bytes;   /* on disk, to find back from states postponed */
  uint64_t disk_bytes;  /* taken for both, at most */
  int archive_problem;  /* error number: why the archive was given up, or 0 */
  uint64_t switched; /* states when the memory was full and the store began to
                        forget or to go on with bits; 0: it never was */
  double seconds, cpu_seconds; /* with those before it was taken up again */
  uint64_t resumed_states;     /* that there were then; 0: it was not */
};

struct observer {
  void *context;
  /* Called a few times a second at most; may be NULL. */
  void (*progress)(void *context, const struct search_figures *figures);
  /* A violation met for the first time, with the run that shows it,
   * re-executed; the trail belongs to the search and dies after the call.
   */
  void (*violation)(void *context, const struct violation *violation,
                    const struct trail *trail);
};

#endif
