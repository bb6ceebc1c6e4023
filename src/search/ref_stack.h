/* The stack of a depth-first search: references to the states that wait to be
 * expanded and, among them, to those of its path, which are marked.
 */
#ifndef LARIAT_SEARCH_REF_STACK_H
#define LARIAT_SEARCH_REF_STACK_H

#include "search/words.h"
#include "store/store.h"

struct ref_stack {
  struct words refs;
  struct bits on_path; /* one for each of refs */
};

/* The colours of states in a store with one tail. */
enum { COLOUR_UNVISITED, COLOUR_VISITED, COLOUR_MET };

void ref_stack_init(struct ref_stack *stack, struct budget *budget);
void ref_stack_clear(struct ref_stack *stack);

/* Turns the entries from this one on round; none of them is on the path. */
void ref_stack_reverse(struct ref_stack *stack, uint64_t first);

/* Takes out what waits in vain: entries of visited states, and those of states
 * that wait further up as well, and so will have been visited.  False when
 * there is no memory for it; the stack is lost then.
 */
bool ref_stack_tidy(struct ref_stack *stack, struct store *store);

static inline uint64_t ref_stack_count(const struct ref_stack *stack) {
  return stack->refs.count;
}

static inline state_ref ref_stack_at(const struct ref_stack *stack,
                                     uint64_t entry) {
  return (state_ref){*words_at(&stack->refs, entry)};
}

static inline bool ref_stack_is_on_path(const struct ref_stack *stack,
                                        uint64_t entry) {
  return bits_get(&stack->on_path, entry);
}

/* False when the budget does not allow it. */
static inline bool ref_stack_push(struct ref_stack *stack, state_ref ref,
                                  bool on_path) {
  return words_push(&stack->refs, ref.index) &&
         bits_push(&stack->on_path, on_path);
}

static inline void ref_stack_pop(struct ref_stack *stack) {
  (void)words_pop(&stack->refs);
  bits_pop(&stack->on_path);
}

#endif
