/* The magic search of Godefroid and Holzmann (On the Verification of Temporal
 * Properties, PSTV 1993, figure 5).
 *
 * One depth-first search on one stack and with one table looks for a cycle
 * through an accepting pair.  A demon of two states goes with it: when an
 * accepting pair has been searched in the ordinary way (magic = 0) and is
 * about to be left, the demon switches, and the same pair is searched again
 * with magic = 1 for a way back.  Each pair is visited at most twice.
 *
 * The two bits of a pair's tail tell what the paper's table does, visited
 * with magic = 0 or 1, and also whether the pair lies on the path of the
 * ordinary search.  That finds a cycle sooner than the paper's test for the
 * seed alone: any pair on the path closes one, in the ordinary search when
 * the step goes from or to an accepting pair (Schwoon and Esparza, A Note on
 * On-the-Fly Verification Algorithms, TACAS 2005).
 *
 * Where the claim is weak (each of its cycles accepts everywhere or nowhere)
 * the ordinary search finds every accepting cycle that way: its first component
 * to be left has an edge back to the path.  Then the demon never moves.
 *
 * Invariant: when the magic search starts from a pair, no pair of its
 * component has been visited with magic = 1, or the cycle would have been found
 * before; so none of the ways back is cut off.
 *
 * In a store that replaces states (store/cache.c) pairs off the stack may turn
 * white again, and the magic search goes on through white pairs too.  Then each
 * pair may be visited more often, but what is said stays true:
 *
 * When a pair t is left, everything that can be reached from it is on the path
 * or has been left before.  For a successor is on the path, or visited, that
 * is left before, or it is entered and left first; and so on, along any way:
 * what was on the path when something was left is still there or left by now.
 *
 * Take the accepting pair s that is left first of all those that lie on a
 * cycle.  Suppose its magic search is cut off by a pair u with magic = 1 that
 * can reach s; let t be the first seed whose magic search met any pair that can
 * reach s.  Nothing cut that search off on the way to s, so it met s; s was not
 * on the path, or the cycle would have been found; so s was left before t, and
 * that is before s was left first: a contradiction.  For weak claims, take the
 * pair of a cycle that is left first: its successor there is on the path.
 *
 * Both parts end, for what is on the stack is pinned: no way on it goes
 * through a pair twice in the same part.
 */
#include "search/hunt.h"

enum colour { WHITE, ON_PATH, VISITED, MAGIC };

struct magic {
  struct hunt *hunt;
  struct product_stack *stack;
  size_t seed; /* frames above this one are visited with magic = 1 */
  bool needs_demon;
  bool replaces; /* the store may forget what was visited */
};

static const size_t NO_SEED = SIZE_MAX;

static void report_cycle(struct magic *self, struct pair back) {
  hunt_report_stack(self->hunt, self->stack, &back,
                    &self->hunt->config->violation);
}

/* On the stack a pair can be painted. */
static void enter(struct magic *self, struct pair pair, enum colour colour) {
  if (hunt_push(self->hunt, self->stack, pair))
    product_paint(self->stack->product, pair, colour);
}

/* A successor in the ordinary search. */
static void step(struct magic *self, struct pair from, struct pair to) {
  const struct product *product = self->stack->product;
  const unsigned colour = product_colour(product, to);
  if (colour == ON_PATH &&
      (product_accepts(product, from) || product_accepts(product, to))) {
    report_cycle(self, to);
  } else if (colour == WHITE) {
    enter(self, to, ON_PATH);
  } else {
    self->hunt->run.result->figures.matched++;
  }
}

/* A successor with magic = 1. */
static void magic_step(struct magic *self, struct pair to) {
  const struct product *product = self->stack->product;
  const unsigned colour = product_colour(product, to);
  if (colour == ON_PATH) {
    report_cycle(self, to);
  } else if (colour == VISITED || (colour == WHITE && self->replaces)) {
    enter(self, to, MAGIC);
  } else {
    self->hunt->run.result->figures.matched++;
  }
}

/* All successors of the top pair have been tried. */
static void leave(struct magic *self) {
  const struct product *product = self->stack->product;
  const size_t top = stack_depth(self->stack) - 1;
  const struct pair pair = stack_top(self->stack);
  const bool is_magic = self->seed != NO_SEED;
  if (!is_magic && self->needs_demon && product_accepts(product, pair)) {
    self->seed = top; /* the demon moves */
    (void)hunt_retry(self->hunt, self->stack);
    return;
  }
  if (!is_magic || top == self->seed)
    product_paint(product, pair, is_magic ? MAGIC : VISITED);
  if (top == self->seed)
    self->seed = NO_SEED;
  stack_pop(self->stack);
}

static void search_from(struct magic *self, struct pair start) {
  struct product_stack *stack = self->stack;
  const struct run *run = &self->hunt->run;
  if (product_colour(stack->product, start) != WHITE)
    return;
  enter(self, start, ON_PATH);
  while (!run->stopped && stack_depth(stack) > 0) {
    struct pair child;
    if (!stack_next(stack, &child))
      leave(self);
    else if (self->seed == NO_SEED)
      step(self, stack_top(stack), child);
    else
      magic_step(self, child);
  }
}

void hunt_magic(struct hunt *hunt) {
  struct magic self = {.hunt = hunt,
                       .replaces = store_replaces(hunt->product.store),
                       .stack = &hunt->stack,
                       .seed = NO_SEED,
                       .needs_demon = !hunt->config->claim->weak ||
                                      hunt->product.processes > 0};
  for (size_t i = 0; i < hunt->initial.count && !hunt->run.stopped; i++)
    search_from(&self, hunt->initial.items[i]);
}
