/* A search for accepting cycles under way: what the algorithms share.
 * Included inside src/search/ only.
 */
#ifndef LARIAT_SEARCH_HUNT_H
#define LARIAT_SEARCH_HUNT_H

#include "search/liveness.h"
#include "search/run.h"
#include "search/stack.h"

struct hunt {
  const struct liveness_config *config;
  struct run run; /* limits, figures, progress */
  struct product product;
  struct product_stack stack;
  struct rng order; /* of successors, if that is random */
  pair_list initial;
  size_t kept;  /* by the list of successors, as far as it is counted */
  bool crowded; /* there are more processes than copies */

  /* Of a search whose stack does not begin with an initial pair: how long the
   * way there is, and a function that adds it to a path.
   */
  size_t lead_depth;
  bool (*lead_in)(struct hunt *hunt, struct long_list *path);
};

/* Each search goes on until the hunt is stopped or everything was seen. */
void hunt_magic(struct hunt *hunt);
void hunt_nested_a(struct hunt *hunt);
void hunt_nested_b(struct hunt *hunt);
void hunt_strong(struct hunt *hunt);
void hunt_buchi_det(struct hunt *hunt);

/* Puts a pair on a stack and takes in what the expansion says; false when the
 * search is over.
 */
bool hunt_push(struct hunt *hunt, struct product_stack *stack,
               struct pair pair);
/* The same for lining up the successors of the top pair once more. */
bool hunt_retry(struct hunt *hunt, struct product_stack *stack);

/* The marks of a nested search: which of its two parts has visited a pair. */
enum { MARK_1 = 1, MARK_2 = 2 };
/* Sets a mark; false when it was set before. */
bool hunt_mark(struct hunt *hunt, struct pair pair, unsigned bit);

/* Do two pairs have the same head and tail?  (References may differ.) */
bool hunt_same(struct hunt *hunt, struct pair a, struct pair b);

/* What is violated where the product says so: the claim has come to its end. */
struct violation hunt_end(const struct hunt *hunt);

/* Reports the run along these pairs; it goes back to pair number `loop`
 * after the last one, or ends there when loop is NO_LOOP.
 */
#define NO_LOOP SIZE_MAX
void hunt_report(struct hunt *hunt, const struct words *pairs, size_t loop,
                 const struct violation *violation);
/* The same for the run along a stack; it goes back to a pair of the stack, or
 * ends at the top when that is NULL.
 */
void hunt_report_stack(struct hunt *hunt, const struct product_stack *stack,
                       const struct pair *back,
                       const struct violation *violation);
/* The same; movers[i], unless NULL, are those who move when the run leaves
 * pair number i, in case several steps lead to the next one.
 */
void hunt_report_moves(struct hunt *hunt, const struct words *pairs,
                       const struct process_set *const *movers, size_t loop,
                       const struct violation *violation);

#endif
