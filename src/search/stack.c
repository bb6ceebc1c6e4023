/* See stack.h.  A pair costs 24 bytes on the path, 16 bytes as a successor
 * that waits.
 */
#include "search/stack.h"

void stack_open(struct product_stack *stack, struct product *product) {
  *stack = (struct product_stack){.product = product};
}

void stack_close(struct product_stack *stack) {
  vec_free(&stack->frames);
  vec_free(&stack->children);
}

/* The first successor is to be tried first, so it goes last. */
static void reverse_from(pair_list *list, size_t first) {
  for (size_t last = list->count; first + 1 < last; first++) {
    const struct pair pair = list->items[first];
    list->items[first] = list->items[--last];
    list->items[last] = pair;
  }
}

static void shuffle_from(pair_list *list, size_t first, struct rng *rng) {
  for (size_t last = list->count; first + 1 < last;) {
    const size_t chosen = first + (size_t)rng_below(rng, last - first);
    const struct pair pair = list->items[--last];
    list->items[last] = list->items[chosen];
    list->items[chosen] = pair;
  }
}

enum product_answer stack_retry(struct product_stack *stack) {
  const struct stack_frame *top = stack_top(stack);
  stack->children.count = top->first_child;
  stack->expansions++;
  const enum product_answer answer =
      product_expand(stack->product, top->pair, &stack->children);
  if (stack->order)
    shuffle_from(&stack->children, top->first_child, stack->order);
  else
    reverse_from(&stack->children, top->first_child);
  return answer;
}

enum product_answer stack_push(struct product_stack *stack, struct pair pair) {
  if (store_pin(stack->product->store, pair.head) == STORE_FULL)
    return PRODUCT_PINNED;
  vec_push(&stack->frames,
           ((struct stack_frame){.pair = pair,
                                 .first_child = stack->children.count}));
  return stack_retry(stack);
}

bool stack_next(struct product_stack *stack, struct pair *child) {
  if (stack->children.count == stack_top(stack)->first_child)
    return false;
  *child = vec_pop(&stack->children);
  return true;
}

void stack_pop(struct product_stack *stack) {
  stack->children.count = stack_top(stack)->first_child;
  store_unpin(stack->product->store, stack_top(stack)->pair.head);
  stack->frames.count--;
}

size_t stack_bytes(const struct product_stack *stack) {
  return stack->frames.capacity * sizeof *stack->frames.items +
         stack->children.capacity * sizeof *stack->children.items;
}
