/* See doubt.h. */
#include "search/doubt.h"

enum { WEIGHED_EACH = 1024 }; /* expansions */

/* For each new state so many are lost: what a store is believed with. */
static const double FEW_LOST = 1.0 / 4;

static uint32_t interval_for(double lost) {
  if (lost < FEW_LOST)
    return 0;
  if (lost <= 1)
    return DOUBT_SELDOM;
  const double each = DOUBT_SELDOM / lost;
  return each < DOUBT_OFTEN ? DOUBT_OFTEN : (uint32_t)each;
}

/* What has been lost since the last time, for each that was found? */
static void weigh(struct doubt *doubt, uint64_t states) {
  struct store_figures now;
  store_figures(doubt->store, &now);
  if (states > doubt->states)
    doubt->each = interval_for((now.omissions - doubt->lost) /
                               (double)(states - doubt->states));
  doubt->states = states;
  doubt->lost = now.omissions;
  doubt->until_weighed = WEIGHED_EACH;
}

uint64_t doubt_choose(struct doubt *doubt, uint64_t states, uint64_t is_new,
                      unsigned count) {
  if (doubt->until_weighed <= doubt->waited)
    weigh(doubt, states);
  else
    doubt->until_weighed -= doubt->waited;
  doubt->waited = doubt->left = doubt->each > 0 ? doubt->each : WEIGHED_EACH;
  return doubt->each > 0 && count > 0
             ? UINT64_C(1) << doubt->chosen++ % count & ~is_new
             : 0;
}
