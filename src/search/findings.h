/* The violations a search has met, each place once.
 *
 * Violations are equal when kind, place and message are.  The first one of each
 * waits, with the steps that lead from the expanded state to it, until its run
 * can be built: not before the engine has returned from the expansion.
 */
#ifndef LARIAT_SEARCH_FINDINGS_H
#define LARIAT_SEARCH_FINDINGS_H

#include "base/buffer.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"
#include "search/trail.h"

struct finding {
  struct violation violation; /* the message lives as long as the findings */
  uint64_t place;             /* of the expanded state, as its search counts */
  struct move *moves;         /* from there on */
  size_t move_count;
};

struct findings {
  struct intern *texts;
  struct map known;
  struct buffer key; /* scratch */
  VEC(struct finding) waiting;
};

void findings_init(struct findings *findings);
void findings_clear(struct findings *findings);

/* Notes a violation unless it is known. */
void findings_add(struct findings *findings, const struct violation *violation,
                  const struct step *steps, size_t step_count, uint64_t place);

/* The same, with moves for steps. */
void findings_add_moves(struct findings *findings,
                        const struct finding *finding);

/* Makes a violation known that was reported before. */
void findings_know(struct findings *findings,
                   const struct violation *violation);

/* Takes one of those that wait, the rest keep their order; its moves are the
 * caller's to release with memory_free().
 */
struct finding findings_take(struct findings *findings, size_t index);

#endif
