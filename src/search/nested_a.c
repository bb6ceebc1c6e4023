/* Algorithm A of Courcoubetis, Vardi, Wolper and Yannakakis (Memory Efficient
 * Algorithms for the Verification of Temporal Properties, CAV 1990).
 *
 * A first depth-first search enters the accepting pairs it leaves, in
 * postorder, into a queue, which is written and read once from end to end.  A
 * second search, with marks of its own, starts from each of them in turn and
 * looks for a way back to it.  When there is one, the second stack is the cycle
 * and a third search finds the way from the initial state to it.
 */
#include "search/hunt.h"

struct nested {
  struct hunt *hunt;
  struct words queue; /* of pairs; most of a long one is in a file */
};

static void enqueue(struct nested *self, struct pair pair) {
  if (!pairs_push(&self->queue, pair))
    run_stop_full(&self->hunt->run);
  words_spill(&self->queue, self->queue.count);
}

static void first_search(struct nested *self, struct pair start) {
  struct hunt *hunt = self->hunt;
  struct product_stack *stack = &hunt->stack;
  if (!hunt_mark(hunt, start, MARK_1) || !hunt_push(hunt, stack, start))
    return;
  while (!hunt->run.stopped && stack_depth(stack) > 0) {
    struct pair child;
    if (!stack_next(stack, &child)) {
      const struct pair pair = stack_top(stack);
      if (product_accepts(stack->product, pair))
        enqueue(self, pair);
      stack_pop(stack);
    } else if (hunt_mark(hunt, child, MARK_1)) {
      (void)hunt_push(hunt, stack, child);
    } else {
      hunt->run.result->figures.matched++;
    }
  }
}

/* Leaves the way from an initial pair to `goal` on the stack: the marks of
 * the first search are taken away on the way, so no pair is entered twice.
 */
static bool find_stem(struct nested *self, struct product_stack *stack,
                      struct pair start, struct pair goal) {
  struct hunt *hunt = self->hunt;
  const struct product *product = stack->product;
  product_paint(product, start, MARK_2);
  bool going = stack_push(stack, start) == PRODUCT_OK;
  while (going && stack_depth(stack) > 0) {
    if (hunt_same(hunt, stack_top(stack), goal))
      return true;
    struct pair child;
    if (!stack_next(stack, &child)) {
      stack_pop(stack);
    } else if (product_colour(product, child) & MARK_1) {
      product_paint(product, child, MARK_2);
      going = stack_push(stack, child) == PRODUCT_OK;
    }
  }
  return false;
}

static void report(struct nested *self, const struct product_stack *cycle) {
  struct hunt *hunt = self->hunt;
  struct product_stack stem;
  struct long_list path;
  const struct pair goal = stack_pair(cycle, 0);
  stack_open(&stem, &hunt->product, &hunt->run.budget);
  long_list_init(&path);
  bool found = false;
  for (size_t i = 0; i < hunt->initial.count && !found; i++)
    found = find_stem(self, &stem, hunt->initial.items[i], goal);
  if (found)
    stack_copy(&stem, 0, &path);
  const size_t stem_pairs = pairs_count(&path.words);
  stack_copy(cycle, 1, &path);
  hunt_report(hunt, &path.words, stem_pairs > 0 ? stem_pairs - 1 : 0,
              &hunt->config->violation);
  stack_close(&stem);
  long_list_clear(&path);
}

static void second_search(struct nested *self, struct pair accepting) {
  struct hunt *hunt = self->hunt;
  struct product_stack *stack = &hunt->stack;
  bool going = hunt_push(hunt, stack, accepting);
  while (going && stack_depth(stack) > 0) {
    struct pair child;
    if (!stack_next(stack, &child)) {
      stack_pop(stack);
    } else if (hunt_same(hunt, child, accepting)) {
      report(self, stack);
      return;
    } else if (hunt_mark(hunt, child, MARK_2)) {
      going = hunt_push(hunt, stack, child);
    } else {
      hunt->run.result->figures.matched++;
    }
  }
}

void hunt_nested_a(struct hunt *hunt) {
  struct nested self = {.hunt = hunt};
  words_init(&self.queue, &hunt->run.budget);
  for (size_t i = 0; i < hunt->initial.count && !hunt->run.stopped; i++)
    first_search(&self, hunt->initial.items[i]);
  const uint64_t count = pairs_count(&self.queue);
  for (uint64_t i = 0; i < count && !hunt->run.stopped; i++)
    second_search(&self, pairs_at(&self.queue, i));
  words_clear(&self.queue);
}
