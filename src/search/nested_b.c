/* Algorithm B of Courcoubetis, Vardi, Wolper and Yannakakis (Memory Efficient
 * Algorithms for the Verification of Temporal Properties, CAV 1990).
 *
 * A second depth-first search runs on top of the first.  When the first leaves
 * an accepting pair x, the second looks, on a stack of its own, for a way
 * from x back to x; its marks are kept from one such search to the next, so
 * together they visit each pair once.  A cycle is there when x is a successor
 * of a pair on the second stack; the run is the first stack and then the
 * second.
 */
#include "search/hunt.h"

static void report(struct hunt *hunt, const struct product_stack *first,
                   const struct product_stack *second) {
  struct long_list path;
  long_list_init(&path);
  stack_copy(first, 0, &path);
  const size_t loop =
      pairs_count(&path.words) - 1; /* x is the top of the first stack */
  stack_copy(second, 1, &path);
  hunt_report(hunt, &path.words, loop, &hunt->config->violation);
  long_list_clear(&path);
}

/* The search from x, which is on top of the first stack. */
static void search_back(struct hunt *hunt, struct product_stack *second,
                        struct pair x) {
  bool going = hunt_push(hunt, second, x);
  while (going && stack_depth(second) > 0) {
    struct pair child;
    if (!stack_next(second, &child)) {
      stack_pop(second);
    } else if (hunt_same(hunt, child, x)) {
      report(hunt, &hunt->stack, second);
      return;
    } else if (hunt_mark(hunt, child, MARK_2)) {
      going = hunt_push(hunt, second, child);
    } else {
      hunt->run.result->figures.matched++;
    }
  }
}

static void search_from(struct hunt *hunt, struct product_stack *second,
                        struct pair start) {
  struct product_stack *first = &hunt->stack;
  if (!hunt_mark(hunt, start, MARK_1) || !hunt_push(hunt, first, start))
    return;
  while (!hunt->run.stopped && stack_depth(first) > 0) {
    struct pair child;
    if (stack_next(first, &child)) {
      if (hunt_mark(hunt, child, MARK_1))
        (void)hunt_push(hunt, first, child);
      else
        hunt->run.result->figures.matched++;
      continue;
    }
    const struct pair x = stack_top(first);
    if (product_accepts(first->product, x))
      search_back(hunt, second, x);
    if (!hunt->run.stopped)
      stack_pop(first);
  }
}

void hunt_nested_b(struct hunt *hunt) {
  struct product_stack second;
  stack_open(&second, &hunt->product, &hunt->run.budget);
  for (size_t i = 0; i < hunt->initial.count && !hunt->run.stopped; i++)
    search_from(hunt, &second, hunt->initial.items[i]);
  stack_close(&second);
}
