/* The stack of a depth-first search: references to the states that wait to be
 * expanded and, among them, to those of its path, which are marked.
 */
#ifndef LARIAT_SEARCH_REF_STACK_H
#define LARIAT_SEARCH_REF_STACK_H

#include "base/rng.h"
#include "search/words.h"
#include "store/store.h"

struct ref_stack {
  struct words refs;
  struct words tags; /* a byte for each of refs */
};

/* The parts of a tag. */
enum {
  TAG_ON_PATH = 0x80,
  TAG_LOWEST = 0x40,  /* of the entries that were put on the path together */
  TAG_PENDING = 0x20, /* see COLOUR_PENDING */
  TAG_ORIGIN =
      0x1f, /* which of the next ones below on the path it comes from */
};

/* The colours of states in a store with one tail.  A pending one is visited,
 * and what its expansion left out may still have to be explored.
 */
enum { COLOUR_UNVISITED, COLOUR_VISITED, COLOUR_MET, COLOUR_PENDING };

void ref_stack_init(struct ref_stack *stack, struct budget *budget);
void ref_stack_clear(struct ref_stack *stack);

/* Adds the stack to a snapshot, and reads one; false when that fails, for want
 * of memory or because it makes no sense.
 */
void ref_stack_put(const struct ref_stack *stack, struct snapshot_writer *out);
bool ref_stack_get(struct ref_stack *stack, struct store *store,
                   struct snapshot_reader *in);

/* Turns the entries from this one on round. */
void ref_stack_reverse(struct ref_stack *stack, uint64_t first);

/* Puts them into a random order. */
void ref_stack_shuffle(struct ref_stack *stack, uint64_t first,
                       struct rng *rng);

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

static inline void ref_stack_set(struct ref_stack *stack, uint64_t entry,
                                 state_ref ref) {
  *words_at(&stack->refs, entry) = ref.index;
}

static inline uint8_t *ref_stack_tag(const struct ref_stack *stack,
                                     uint64_t entry) {
  return (uint8_t *)words_at(&stack->tags, entry / 8) + entry % 8;
}

static inline bool ref_stack_is_on_path(const struct ref_stack *stack,
                                        uint64_t entry) {
  return (*ref_stack_tag(stack, entry) & TAG_ON_PATH) != 0;
}

/* False when the budget does not allow it. */
static inline bool ref_stack_push(struct ref_stack *stack, state_ref ref,
                                  uint8_t tag) {
  if (stack->refs.count % 8 == 0 && !words_push(&stack->tags, 0))
    return false;
  if (!words_push(&stack->refs, ref.index))
    return false;
  *ref_stack_tag(stack, stack->refs.count - 1) = tag;
  return true;
}

static inline void ref_stack_pop(struct ref_stack *stack) {
  (void)words_pop(&stack->refs);
  if (stack->refs.count % 8 == 0)
    (void)words_pop(&stack->tags);
}

/* Puts what lies deep below this entry into files: see words_spill. */
static inline void ref_stack_spill(struct ref_stack *stack, uint64_t entry) {
  words_spill(&stack->refs, entry);
  words_spill(&stack->tags, entry / 8);
}

#endif
