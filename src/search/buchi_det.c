/* Properties given by a deterministic Büchi automaton (Jard and Jéron,
 * Bounded-Memory Algorithms for Verification on-the-Fly, 1991, section 3.1).
 *
 * The claim is the automaton of the good runs, and it follows each run of the
 * model in one way only.  So a run is bad if and only if its product run meets
 * accepting pairs (the paper's set F) finitely often: if and only if the
 * product, without F, has a cycle that can be reached.  No complement, no
 * second search.
 *
 * The depth-first search is cut into traversals.  The roots, the initial pair
 * and every pair of F, wait in W; a traversal goes on from one root through
 * pairs outside F, and puts those of F that it meets into W.  On its path
 * nothing but the root belongs to F, so a step back to a pair of the path
 * outside F closes a cycle without F: what is reported is a violation.
 *
 * Nothing is missed.  Take a cycle outside F that can be reached.  All of it is
 * visited unless an error comes first; let v be its first pair on the path,
 * in the traversal from r.  The rest of the cycle is unvisited then, and a
 * traversal follows every step that stays outside F, so all of it is visited
 * above v before v is left (white paths), the pair before v too: from there
 * the step to v meets v on the path.  This holds for any order of W, but not if
 * a pair of F is searched before the traversal that met it has ended: then
 * part of the cycle could be visited above a pair of F, be left, and be cut
 * off from v afterwards.
 *
 * Invariant: a pair of F is WAITING in W, ON_PATH as the root, or DONE; other
 * pairs are ON_PATH if and only if they are on the stack.  W is a stack, so
 * that what was met last is searched first.
 *
 * The stack holds the run from the root only.  How the root was reached is
 * found when there is something to show, by a plain search through the pairs
 * that are DONE; everything on some way to the root is, because every traversal
 * before this one has ended.
 *
 * In a store that replaces states (store/cache.c) pairs outside F may turn
 * white again when they are off the stack, and are searched again when they are
 * met again.  Pairs of F are pinned for good once they are in W, for a root
 * must be searched once only.  What is said stays true:
 *
 * Everything is visited: each successor of a pair that is entered was entered
 * before, or waits in W, or is entered now.  A traversal ends, for what is on
 * its stack is pinned, so no way on it goes through a pair twice; and there are
 * no more traversals than pairs of F, and one.
 *
 * Nothing is missed.  Take a cycle outside F that can be reached, and the pair
 * of it that is left first of all.  Its successor there was not left before,
 * nor entered and left while the pair was on the stack; so it was on the path
 * when it was met, and that was reported.
 *
 * The way to the root may lead through pairs that were forgotten, and through
 * such that are on the stack for a second time.  Everything is followed then
 * but what still waits in W: all pairs of F on that way are DONE.
 *
 * Each pair is expanded once, or twice when there is a violation, unless it is
 * forgotten.  A pair
 * in W costs 24 bytes while it waits, besides its two bits.
 */
#include "search/hunt.h"

enum colour { WHITE, ON_PATH, DONE, WAITING };

struct traversal {
  struct hunt *hunt;
  struct product_stack *stack;
  struct words waiting; /* W: a pair, and how long the way to it was */
};

/* ---- the way to the root ---- */

static bool is_root(const struct product *product, struct pair pair) {
  return product_colour(product, pair) == ON_PATH &&
         product_accepts(product, pair);
}

/* May the way to the root lead through this pair?  Those that were tried look
 * as if they waited.
 */
static bool is_on_the_way(const struct product *product, struct pair pair) {
  const unsigned colour = product_colour(product, pair);
  return colour == DONE ||
         (colour != WAITING && store_replaces(product->store) &&
          !product_accepts(product, pair));
}

static bool try_way(struct hunt *hunt, struct product_stack *way,
                    struct pair pair) {
  const enum product_answer answer = stack_push(way, pair);
  if (answer == PRODUCT_OK)
    product_paint(way->product, pair, WAITING);
  else if (answer == PRODUCT_PINNED)
    run_stop(&hunt->run, SEARCH_STACK);
  return answer == PRODUCT_OK;
}

/* Goes on until the root is next.  In an exact store there is no need to look
 * at the clock: it takes no longer than the search has, and a violation that
 * was found should be shown.
 */
static bool find_root(struct hunt *hunt, struct product_stack *way) {
  const struct product *product = way->product;
  while (stack_depth(way) > 0) {
    struct pair next;
    if (!stack_next(way, &next))
      stack_pop(way);
    else if (is_root(product, next))
      return true;
    else if (is_on_the_way(product, next) && !try_way(hunt, way, next))
      return false;
    if (store_replaces(product->store))
      run_tick(&hunt->run);
    if (hunt->run.stopped)
      return false;
  }
  return false;
}

static bool lead_to_root(struct hunt *hunt, struct long_list *path) {
  const struct pair first = hunt->initial.items[0];
  if (product_colour(&hunt->product, first) == ON_PATH)
    return true; /* it is the root itself */
  struct product_stack way;
  stack_open(&way, &hunt->product, &hunt->run.budget);
  const bool found = try_way(hunt, &way, first) && find_root(hunt, &way);
  if (found)
    stack_copy(&way, 0, path);
  stack_close(&way);
  return found;
}

/* ---- traversals ---- */

/* What was in W is never forgotten. */
static void wait_in_w(struct traversal *self, struct pair pair) {
  struct hunt *hunt = self->hunt;
  const size_t depth = hunt->lead_depth + stack_depth(self->stack);
  if (store_pin(hunt->product.store, pair.head) == STORE_FULL) {
    run_stop(&hunt->run, SEARCH_STACK);
    return;
  }
  product_paint(self->stack->product, pair, WAITING);
  if (!words_push(&self->waiting, depth) || !pairs_push(&self->waiting, pair))
    run_stop_full(&hunt->run);
  words_spill(&self->waiting, self->waiting.count);
}

/* On the stack a pair can be painted. */
static void enter(struct traversal *self, struct pair pair) {
  if (hunt_push(self->hunt, self->stack, pair))
    product_paint(self->stack->product, pair, ON_PATH);
}

static void step(struct traversal *self, struct pair to) {
  const struct product *product = self->stack->product;
  const unsigned colour = product_colour(product, to);
  const bool in_f = product_accepts(product, to);
  if (colour == ON_PATH && !in_f)
    hunt_report_stack(self->hunt, self->stack, &to,
                      &self->hunt->config->violation);
  else if (colour == WHITE && in_f)
    wait_in_w(self, to);
  else if (colour == WHITE)
    enter(self, to);
  else
    self->hunt->run.result->figures.matched++;
}

static void traverse_from(struct traversal *self, struct pair root) {
  struct product_stack *stack = self->stack;
  const struct run *run = &self->hunt->run;
  product_paint(stack->product, root, ON_PATH);
  (void)hunt_push(self->hunt, stack, root);
  while (!run->stopped && stack_depth(stack) > 0) {
    struct pair child;
    if (stack_next(stack, &child)) {
      step(self, child);
    } else {
      product_paint(stack->product, stack_top(stack), DONE);
      stack_pop(stack);
    }
  }
}

void hunt_buchi_det(struct hunt *hunt) {
  struct traversal self = {.hunt = hunt, .stack = &hunt->stack};
  words_init(&self.waiting, &hunt->run.budget);
  hunt->lead_in = lead_to_root;
  wait_in_w(&self, hunt->initial.items[0]);
  while (!hunt->run.stopped && self.waiting.count > 0) {
    const struct pair root = pairs_pop(&self.waiting);
    hunt->lead_depth = words_pop(&self.waiting);
    traverse_from(&self, root);
  }
  words_clear(&self.waiting);
}
