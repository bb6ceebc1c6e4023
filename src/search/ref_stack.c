/* An entry costs 9 bytes.
 *
 * To tidy a stack, it is poured into another one, which has the topmost entry
 * of each state come first, and back.  Blocks are given back and taken as the
 * entries go over, so both together are hardly larger than the one.  The cost
 * is two or three look-ups of a colour for each entry off the path.
 */
#include "search/ref_stack.h"

void ref_stack_init(struct ref_stack *stack, struct budget *budget) {
  words_init(&stack->refs, budget);
  words_init(&stack->tags, budget);
}

void ref_stack_clear(struct ref_stack *stack) {
  words_clear(&stack->refs);
  words_clear(&stack->tags);
}

void ref_stack_reverse(struct ref_stack *stack, uint64_t first) {
  for (uint64_t last = stack->refs.count; first + 1 < last; first++) {
    uint64_t *low = words_at(&stack->refs, first);
    uint64_t *high = words_at(&stack->refs, --last);
    const uint64_t word = *low;
    *low = *high;
    *high = word;
    uint8_t *low_tag = ref_stack_tag(stack, first);
    uint8_t *high_tag = ref_stack_tag(stack, last);
    const uint8_t tag = *low_tag;
    *low_tag = *high_tag;
    *high_tag = tag;
  }
}

/* Does this state wait, and is it met for the first time? */
static bool meet(struct store *store, state_ref ref) {
  if (store_colour(store, ref, 0) != COLOUR_UNVISITED)
    return false;
  store_paint(store, ref, 0, COLOUR_MET);
  return true;
}

static bool forget(struct store *store, state_ref ref) {
  store_paint(store, ref, 0, COLOUR_UNVISITED);
  return true;
}

/* Moves the entries over, from the top down: those of the path, and of the
 * others the ones that are wanted.
 */
static bool pour(struct ref_stack *from, struct ref_stack *to,
                 struct store *store,
                 bool (*is_wanted)(struct store *store, state_ref ref)) {
  while (ref_stack_count(from) > 0) {
    const uint64_t top = ref_stack_count(from) - 1;
    const state_ref ref = ref_stack_at(from, top);
    const uint8_t tag = *ref_stack_tag(from, top);
    ref_stack_pop(from);
    if (((tag & TAG_ON_PATH) || is_wanted(store, ref)) &&
        !ref_stack_push(to, ref, tag))
      return false;
  }
  return true;
}

bool ref_stack_tidy(struct ref_stack *stack, struct store *store) {
  struct ref_stack tidy;
  ref_stack_init(&tidy, stack->refs.budget);
  const bool done =
      pour(stack, &tidy, store, meet) && pour(&tidy, stack, store, forget);
  ref_stack_clear(&tidy);
  return done;
}
