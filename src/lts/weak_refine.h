/* Refinement of blocks up to weak bisimilarity, without added transitions. */
#ifndef LARIAT_LTS_WEAK_REFINE_H
#define LARIAT_LTS_WEAK_REFINE_H

#include "lts/blocks.h"

enum { WEAK_SIZES = 32 }; /* classes of blocks: sizes from 2^k on */

typedef VEC(uint32_t) weak_numbers;

struct weak_refinement {
  struct blocks blocks; /* marked: what leads to the splitter at hand */
  uint32_t hidden;
  uint32_t *first_visible; /* place in the reverse edges; hidden ones before */
  /* What keeps a state from being settled: see the opening comment. */
  uint32_t *open_before, *open_around;
  weak_numbers newly_before, newly_around; /* settled, not told to others */
  /* Splitters that wait, by size, and the class plus one of each block. */
  weak_numbers waiting[WEAK_SIZES];
  VEC(uint8_t) class_of; /* 0: does not wait */
  uint32_t singles;
  uint64_t spent[2]; /* edges looked at for small and large splitters */
  uint64_t looked;   /* edges looked at for all of them */
  /* of the splitter at hand */
  uint32_t *visited, turn;
  weak_numbers reach, behind; /* states found by going back */
  weak_numbers *sources;      /* by label: where a visible step comes from */
  weak_numbers labels;        /* of which there are some */
  weak_numbers frozen, frozen_at; /* the splitters of a round, back to back */
};

/* One block.  The graph must outlive the refinement; hidden steps may not lead
 * from a state to itself by way of others if time matters.
 */
void weak_refine_init(struct weak_refinement *r, const struct lts *lts,
                      uint32_t hidden);
void weak_refine_clear(struct weak_refinement *r);

/* Refines until nothing is left to do.  False after a limit. */
bool weak_refine_all(struct weak_refinement *r,
                     const struct lts_limits *limits);

/* Refines by the blocks as they are now, all at once: round k tells apart what
 * a formula of depth k does.  Gives the number of blocks, or 0 after a limit.
 */
uint32_t weak_refine_round(struct weak_refinement *r,
                           const struct lts_limits *limits);

#endif
