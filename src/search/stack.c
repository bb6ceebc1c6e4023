/* See stack.h.  A pair costs 24 bytes on the path, 16 bytes as a successor
 * that waits.  Only the top of the stack is in memory (words.c).
 */
#include "search/stack.h"

enum { PAIR_WORDS = 2 };

/* ---- pairs ---- */

bool pairs_push(struct words *pairs, struct pair pair) {
  return words_push(pairs, pair.head.index) && words_push(pairs, pair.tail);
}

struct pair pairs_pop(struct words *pairs) {
  const uint32_t tail = (uint32_t)words_pop(pairs);
  return (struct pair){.head.index = words_pop(pairs), .tail = tail};
}

struct pair pairs_at(const struct words *pairs, uint64_t index) {
  const uint64_t head = *words_at(pairs, PAIR_WORDS * index);
  const uint64_t tail = *words_at(pairs, PAIR_WORDS * index + 1);
  return (struct pair){.head.index = head, .tail = (uint32_t)tail};
}

uint64_t pairs_count(const struct words *pairs) {
  return pairs->count / PAIR_WORDS;
}

void pairs_list(struct long_list *list, struct pair pair) {
  long_list_push(list, pair.head.index);
  long_list_push(list, pair.tail);
}

/* ---- the stack ---- */

void stack_open(struct product_stack *stack, struct product *product,
                struct budget *budget) {
  *stack = (struct product_stack){.product = product};
  words_init(&stack->path, budget);
  words_init(&stack->firsts, budget);
  words_init(&stack->children, budget);
}

void stack_close(struct product_stack *stack) {
  words_clear(&stack->path);
  words_clear(&stack->firsts);
  words_clear(&stack->children);
  vec_free(&stack->successors);
}

struct pair stack_pair(const struct product_stack *stack, uint64_t number) {
  return pairs_at(&stack->path, number);
}

struct pair stack_top(const struct product_stack *stack) {
  return stack_pair(stack, stack_depth(stack) - 1);
}

void stack_copy(const struct product_stack *stack, uint64_t first,
                struct long_list *out) {
  for (uint64_t i = first; i < stack_depth(stack); i++)
    pairs_list(out, stack_pair(stack, i));
}

static uint64_t first_child(const struct product_stack *stack) {
  return *words_at(&stack->firsts, stack->firsts.count - 1);
}

static void drop_children(struct product_stack *stack) {
  for (uint64_t first = first_child(stack);
       pairs_count(&stack->children) > first;)
    (void)pairs_pop(&stack->children);
}

static void shuffle(pair_list *list, struct rng *rng) {
  for (size_t last = list->count; last > 1;) {
    const size_t chosen = (size_t)rng_below(rng, last);
    const struct pair pair = list->items[--last];
    list->items[last] = list->items[chosen];
    list->items[chosen] = pair;
  }
}

/* The first successor is to be tried first, so it goes on top. */
static bool line_up(struct product_stack *stack) {
  pair_list *list = &stack->successors;
  if (stack->order)
    shuffle(list, stack->order);
  while (list->count > 0)
    if (!pairs_push(&stack->children, vec_pop(list)))
      return false;
  words_spill(&stack->path, stack->path.count);
  words_spill(&stack->firsts, stack->firsts.count);
  words_spill(&stack->children, stack->children.count);
  return true;
}

enum product_answer stack_retry(struct product_stack *stack) {
  drop_children(stack);
  stack->expansions++;
  stack->successors.count = 0;
  const enum product_answer answer =
      product_expand(stack->product, stack_top(stack), &stack->successors);
  const bool has_room = line_up(stack);
  return answer == PRODUCT_OK && !has_room ? PRODUCT_FULL : answer;
}

enum product_answer stack_push(struct product_stack *stack, struct pair pair) {
  if (store_pin(stack->product->store, pair.head) == STORE_FULL)
    return PRODUCT_PINNED;
  if (!pairs_push(&stack->path, pair) ||
      !words_push(&stack->firsts, pairs_count(&stack->children)))
    return PRODUCT_FULL;
  return stack_retry(stack);
}

bool stack_next(struct product_stack *stack, struct pair *child) {
  if (pairs_count(&stack->children) == first_child(stack))
    return false;
  *child = pairs_pop(&stack->children);
  return true;
}

void stack_pop(struct product_stack *stack) {
  drop_children(stack);
  store_unpin(stack->product->store, pairs_pop(&stack->path).head);
  (void)words_pop(&stack->firsts);
}
