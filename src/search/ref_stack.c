/* An entry costs 9 bytes.
 *
 * To tidy a stack, it is poured into another one, which has the topmost entry
 * of each state come first, and back.  Blocks are given back and taken as the
 * entries go over, so both together are hardly larger than the one.  The cost
 * is two or three look-ups of a colour for each entry off the path.
 */
#include "search/ref_stack.h"

#include "search/checkpoint.h"

void ref_stack_init(struct ref_stack *stack, struct budget *budget) {
  words_init(&stack->refs, budget);
  words_init(&stack->tags, budget);
}

void ref_stack_clear(struct ref_stack *stack) {
  words_clear(&stack->refs);
  words_clear(&stack->tags);
}

/* ---- snapshots ---- */

void ref_stack_put(const struct ref_stack *stack, struct snapshot_writer *out) {
  words_put(&stack->refs, out);
  words_put(&stack->tags, out);
}

/* A group of entries that were put on the path together begins with one that is
 * marked as the lowest, and all the entries above it, up to the next group and
 * with it, come from a member of it.
 */
static bool tags_make_sense(const struct ref_stack *stack) {
  uint64_t group = 0, below = 0; /* members of this group; of the one before */
  for (uint64_t i = 0; i < ref_stack_count(stack); i++) {
    const uint8_t tag = *ref_stack_tag(stack, i);
    const bool is_lowest = (tag & TAG_LOWEST) != 0;
    if (!(tag & TAG_ON_PATH)) {
      below = group > 0 ? group : below;
      group = 0;
    } else if (is_lowest) {
      below = group > 0 ? group : below;
      group = 1;
    } else if (group++ == 0) {
      return false;
    }
    if (is_lowest && !(tag & TAG_ON_PATH))
      return false;
    if (i > 0 && (tag & TAG_ORIGIN) >= below)
      return false;
    if (i == 0 && (tag & TAG_ON_PATH) && !is_lowest)
      return false;
  }
  return true;
}

bool ref_stack_get(struct ref_stack *stack, struct store *store,
                   struct snapshot_reader *in) {
  const uint64_t most = UINT64_C(1) << 48;
  if (!words_get(&stack->refs, most, true, in) ||
      !words_get(&stack->tags, most, true, in))
    return false;
  const uint64_t count = ref_stack_count(stack);
  if (stack->refs.dropped > 0 || stack->tags.dropped > 0 ||
      stack->tags.count != count / 8 + (count % 8 > 0) ||
      !words_are_refs(&stack->refs, 0, store) || !tags_make_sense(stack))
    snapshot_fail(in);
  return !snapshot_failed(in);
}

static void swap(struct ref_stack *stack, uint64_t a, uint64_t b) {
  uint64_t *first = words_at(&stack->refs, a);
  uint64_t *second = words_at(&stack->refs, b);
  const uint64_t word = *first;
  *first = *second;
  *second = word;
  uint8_t *first_tag = ref_stack_tag(stack, a);
  uint8_t *second_tag = ref_stack_tag(stack, b);
  const uint8_t tag = *first_tag;
  *first_tag = *second_tag;
  *second_tag = tag;
}

void ref_stack_reverse(struct ref_stack *stack, uint64_t first) {
  for (uint64_t last = stack->refs.count; first + 1 < last; first++)
    swap(stack, first, --last);
}

void ref_stack_shuffle(struct ref_stack *stack, uint64_t first,
                       struct rng *rng) {
  for (uint64_t last = stack->refs.count; first + 1 < last;) {
    last--;
    swap(stack, first + rng_below(rng, last - first + 1), last);
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
  ref_stack_init(&tidy, stack->refs.pool.budget);
  const bool done =
      pour(stack, &tidy, store, meet) && pour(&tidy, stack, store, forget);
  ref_stack_clear(&tidy);
  return done;
}
