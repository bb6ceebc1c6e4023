/* Runs in a snapshot, and the list of those that a search has reported.
 */
#ifndef LARIAT_SEARCH_TOLD_H
#define LARIAT_SEARCH_TOLD_H

#include "base/snapshot.h"
#include "base/vec.h"
#include "search/trail.h"

void trail_put(const struct trail *trail, struct snapshot_writer *out);
/* The message lies in the arena, the moves in the log. */
void trail_get(struct trail *trail, struct arena *arena, struct move_log *log,
               struct snapshot_reader *in);

void violation_put(const struct violation *violation,
                   struct snapshot_writer *out);
void violation_get(struct violation *violation, struct arena *arena,
                   struct snapshot_reader *in);

void moves_put(const struct move *moves, size_t count,
               struct snapshot_writer *out);
struct move *moves_get(size_t *count, struct arena *arena,
                       struct snapshot_reader *in);

struct told {
  struct arena *arena;
  struct move_log log;
  VEC(struct trail) trails;
};

void told_init(struct told *told);
void told_clear(struct told *told);
void told_add(struct told *told, const struct trail *trail); /* is copied */

#endif
