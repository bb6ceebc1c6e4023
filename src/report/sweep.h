/* The verdicts on a model for one capacity of its channels after the other. */
#ifndef LARIAT_REPORT_SWEEP_H
#define LARIAT_REPORT_SWEEP_H

#include "channels/declared.h"
#include "report/paper.h"
#include "report/verify.h"

struct sweep_config {
  struct verify_config verify; /* the rooms are set by the sweep */
  uint32_t first, last;        /* capacities */
  const struct declared_channel *const *channels; /* that get them */
  size_t channel_count;
};

struct sweep {
  struct verification *columns; /* one for each capacity, from first on */
  size_t count;
  uint32_t first;
};

/* Clear it whatever the answer. */
enum verify_end sweep_run(const struct sweep_config *config,
                          const struct loaded *loaded, struct sweep *out);
void sweep_clear(struct sweep *sweep);

/* Violated if anything is; holds only if everything does. */
enum verdict sweep_verdict(const struct sweep *sweep);

/* The first capacity from which on no verdict changes any more. */
uint32_t sweep_settled_from(const struct sweep *sweep);

/* A table: a line for each property, a column for each capacity. */
void text_sweep(const struct paper *paper, const struct sweep *sweep);
void json_sweep(struct buffer *out, const struct loaded *loaded,
                const char *model, const struct sweep *sweep);

#endif
