/* The stack of a depth-first search over a product: pairs on the path, and
 * for each the successors still to be tried.
 */
#ifndef LARIAT_SEARCH_STACK_H
#define LARIAT_SEARCH_STACK_H

#include "base/rng.h"
#include "search/product.h"
#include "search/words.h"

/* Pairs one after the other in a long sequence. */
bool pairs_push(struct words *pairs, struct pair pair);
struct pair pairs_pop(struct words *pairs);
struct pair pairs_at(const struct words *pairs, uint64_t index);
uint64_t pairs_count(const struct words *pairs);
void pairs_list(struct long_list *list, struct pair pair);

struct product_stack {
  struct product *product;
  struct words path;
  struct words firsts;   /* of each pair there: how many of `children` came
                            before its own */
  struct words children; /* of those not yet tried */
  pair_list successors;  /* of the pair that is being expanded */
  uint64_t expansions;
  struct rng *order; /* of successors at random; NULL: the product's */
};

void stack_open(struct product_stack *stack, struct product *product,
                struct budget *budget);
void stack_close(struct product_stack *stack);

/* Puts a pair on top and lines up its successors.  A store that replaces states
 * keeps its head until the pair is taken off.
 */
enum product_answer stack_push(struct product_stack *stack, struct pair pair);

/* Lines up the successors of the top pair once more. */
enum product_answer stack_retry(struct product_stack *stack);

/* The next successor of the top pair; false when all have been tried. */
bool stack_next(struct product_stack *stack, struct pair *child);

/* Takes the top pair off. */
void stack_pop(struct product_stack *stack);

/* How many pairs there are on the path, and which, from the bottom. */
static inline uint64_t stack_depth(const struct product_stack *stack) {
  return stack->firsts.count;
}
struct pair stack_pair(const struct product_stack *stack, uint64_t number);
struct pair stack_top(const struct product_stack *stack);

/* Appends the pairs from this one up to a list. */
void stack_copy(const struct product_stack *stack, uint64_t first,
                struct long_list *out);

#endif
