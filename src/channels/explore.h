/* One search of the states that a model has with certain capacities. */
#ifndef LARIAT_CHANNELS_EXPLORE_H
#define LARIAT_CHANNELS_EXPLORE_H

#include "channels/channels.h"

struct explore_job {
  const struct channels_config *config;
  const struct model *model;
  struct free_channels *free;
  struct arena *arena;
  double started; /* on explore_clock(): limits count from there */
};

double explore_clock(void); /* in seconds */

enum explore_end {
  EXPLORE_DONE, /* free->items[..].was_full: the states behind were left out */
  EXPLORE_REPEATS,
  EXPLORE_CUT,      /* by a limit, or there is no initial state */
  EXPLORE_NO_STORE, /* memory for none */
};

struct explored {
  enum search_end cut; /* which limit */
  bool undecided;      /* something may repeat; it could not be proved */
  bool exact;          /* the store */
  bool starts;         /* there is an initial state */
  struct search_figures figures;
  struct repetition repetition;
};

enum explore_end explore(const struct explore_job *job, struct explored *out);

#endif
