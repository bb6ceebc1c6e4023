/* The stack of a depth-first search over a product: pairs on the path, and
 * for each the successors still to be tried.
 */
#ifndef LARIAT_SEARCH_STACK_H
#define LARIAT_SEARCH_STACK_H

#include "base/rng.h"
#include "search/product.h"

struct stack_frame {
  struct pair pair;
  size_t first_child; /* of those not yet tried, in `children` */
};

struct product_stack {
  struct product *product;
  VEC(struct stack_frame) frames;
  pair_list children;
  uint64_t expansions;
  struct rng *order; /* of successors at random; NULL: the product's */
};

void stack_open(struct product_stack *stack, struct product *product);
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

static inline struct stack_frame *stack_top(const struct product_stack *stack) {
  return vec_last(&stack->frames);
}

size_t stack_bytes(const struct product_stack *stack);

#endif
