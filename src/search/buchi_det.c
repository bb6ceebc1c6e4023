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
 * Each pair is expanded once, or twice when there is a violation.  A pair
 * in W costs 16 bytes while it waits, besides its two bits.
 */
#include "search/hunt.h"

enum colour { WHITE, ON_PATH, DONE, WAITING };

/* A pair that waits, and how long the way to it was. */
struct root {
  state_ref head;
  uint32_t tail, depth;
};

struct traversal {
  struct hunt *hunt;
  struct product_stack *stack;
  VEC(struct root) waiting; /* W */
};

/* ---- the way to the root ---- */

static bool is_root(const struct product *product, struct pair pair) {
  return product_colour(product, pair) == ON_PATH &&
         product_accepts(product, pair);
}

/* Goes on through pairs that are DONE until the root is next. */
static bool find_root(struct product_stack *way) {
  const struct product *product = way->product;
  while (way->frames.count > 0) {
    struct pair next;
    if (!stack_next(way, &next)) {
      stack_pop(way);
    } else if (is_root(product, next)) {
      return true;
    } else if (product_colour(product, next) == DONE) {
      product_paint(product, next, WAITING); /* not again */
      if (stack_push(way, next) != PRODUCT_OK)
        return false;
    }
  }
  return false;
}

/* No clock here: it takes no longer than the search has, and a violation that
 * was found should be shown.
 */
static bool lead_to_root(struct hunt *hunt, pair_list *path) {
  const struct pair first = hunt->initial.items[0];
  if (product_colour(&hunt->product, first) == ON_PATH)
    return true; /* it is the root itself */
  struct product_stack way;
  stack_open(&way, &hunt->product);
  product_paint(&hunt->product, first, WAITING);
  const bool found = stack_push(&way, first) == PRODUCT_OK && find_root(&way);
  for (size_t i = 0; found && i < way.frames.count; i++)
    vec_push(path, way.frames.items[i].pair);
  stack_close(&way);
  return found;
}

/* ---- traversals ---- */

static void wait_in_w(struct traversal *self, struct pair pair) {
  struct hunt *hunt = self->hunt;
  const size_t depth = hunt->lead_depth + self->stack->frames.count;
  product_paint(self->stack->product, pair, WAITING);
  vec_push(&self->waiting,
           ((struct root){pair.head, pair.tail, (uint32_t)depth}));
  hunt->other_bytes = self->waiting.capacity * sizeof *self->waiting.items;
}

static void enter(struct traversal *self, struct pair pair) {
  product_paint(self->stack->product, pair, ON_PATH);
  (void)hunt_push(self->hunt, self->stack, pair);
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
  enter(self, root);
  while (!run->stopped && stack->frames.count > 0) {
    struct pair child;
    if (stack_next(stack, &child)) {
      step(self, child);
    } else {
      product_paint(stack->product, stack_top(stack)->pair, DONE);
      stack_pop(stack);
    }
  }
}

void hunt_buchi_det(struct hunt *hunt) {
  struct traversal self = {.hunt = hunt, .stack = &hunt->stack};
  hunt->lead_in = lead_to_root;
  traverse_from(&self, hunt->initial.items[0]);
  while (!hunt->run.stopped && self.waiting.count > 0) {
    const struct root root = vec_pop(&self.waiting);
    hunt->lead_depth = root.depth;
    traverse_from(&self, (struct pair){root.head, root.tail});
  }
  vec_free(&self.waiting);
}
