/* What a claim looks like as a graph: its components, and which searches it
 * allows.
 */
#ifndef LARIAT_SEARCH_CLAIM_SHAPE_H
#define LARIAT_SEARCH_CLAIM_SHAPE_H

#include "search/claim.h"

enum claim_part_kind {
  CLAIM_PART_REJECTS, /* no cycle of it accepts, or it has none */
  CLAIM_PART_ACCEPTS, /* all of its states accept */
  CLAIM_PART_MIXED,
};

#define NO_CLAIM_PART UINT32_MAX

/* The strongly connected components that can be reached. */
struct claim_parts {
  uint32_t *part; /* of each state, or NO_CLAIM_PART; a part's number is higher
                     than those of the parts it leads to */
  enum claim_part_kind *kind; /* of each part */
  uint32_t count;
  uint32_t *states; /* those that can be reached, by ascending parts */
  uint32_t state_count;
};

/* The arrays lie in the arena. */
struct claim_parts claim_find_parts(const struct claim *claim,
                                    struct arena *arena);

/* Is every run accepted from here on, as can be seen at once: does the state
 * accept and lead to itself whatever holds?
 */
bool claim_accepts_all(const struct claim *claim, uint32_t state);

/* Takes out the states that cannot be reached or lead to no violation, initial
 * ones excepted; the others get new numbers.
 */
void claim_trim(struct claim *claim);

/* Sets claim->weak.  With `by_prefix`, when each run up to some state can be
 * continued to one that counts, states that accept all become final.
 */
void claim_recognise(struct claim *claim, bool by_prefix);

#endif
