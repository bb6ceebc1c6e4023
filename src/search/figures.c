/* See figures.h.  Counts first, then what is not whole, in a fixed order. */
#include "search/figures.h"

void figures_put(const struct search_figures *figures,
                 struct snapshot_writer *out) {
  const uint64_t counts[] = {
      figures->states,        figures->heads,       figures->tails,
      figures->state_bytes,   figures->matched,     figures->transitions,
      figures->switched,      figures->depth,       figures->errors,
      figures->store_bytes,   figures->stack_bytes, figures->replaced,
      figures->resumed_states};
  snapshot_put_words(out, counts, sizeof counts / sizeof counts[0]);
  snapshot_put_real(out, figures->omissions);
  snapshot_put_real(out, figures->seconds);
  snapshot_put_real(out, figures->cpu_seconds);
}

void figures_get(struct search_figures *figures, struct snapshot_reader *in) {
  uint64_t *const counts[] = {
      &figures->states,        &figures->heads,       &figures->tails,
      &figures->state_bytes,   &figures->matched,     &figures->transitions,
      &figures->switched,      &figures->depth,       &figures->errors,
      &figures->store_bytes,   &figures->stack_bytes, &figures->replaced,
      &figures->resumed_states};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    *counts[i] = snapshot_get(in);
  figures->omissions = snapshot_get_real(in);
  figures->seconds = snapshot_get_real(in);
  figures->cpu_seconds = snapshot_get_real(in);
}
