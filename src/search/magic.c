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
 */
#include "search/hunt.h"

enum colour { WHITE, ON_PATH, VISITED, MAGIC };

struct magic {
  struct hunt *hunt;
  struct product_stack *stack;
  size_t seed; /* frames above this one are visited with magic = 1 */
  bool needs_demon;
};

static const size_t NO_SEED = SIZE_MAX;

static void report_cycle(struct magic *self, struct pair back) {
  hunt_report_stack(self->hunt, self->stack, &back,
                    &self->hunt->config->violation);
}

/* A successor in the ordinary search. */
static void step(struct magic *self, struct pair from, struct pair to) {
  const struct product *product = self->stack->product;
  const unsigned colour = product_colour(product, to);
  if (colour == ON_PATH &&
      (product_accepts(product, from) || product_accepts(product, to))) {
    report_cycle(self, to);
  } else if (colour == WHITE) {
    product_paint(product, to, ON_PATH);
    (void)hunt_push(self->hunt, self->stack, to);
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
  } else if (colour == VISITED) {
    product_paint(product, to, MAGIC);
    (void)hunt_push(self->hunt, self->stack, to);
  } else {
    self->hunt->run.result->figures.matched++;
  }
}

/* All successors of the top pair have been tried. */
static void leave(struct magic *self) {
  const struct product *product = self->stack->product;
  const size_t top = self->stack->frames.count - 1;
  const struct pair pair = self->stack->frames.items[top].pair;
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
  product_paint(stack->product, start, ON_PATH);
  if (!hunt_push(self->hunt, stack, start))
    return;
  while (!run->stopped && stack->frames.count > 0) {
    struct pair child;
    if (!stack_next(stack, &child))
      leave(self);
    else if (self->seed == NO_SEED)
      step(self, stack_top(stack)->pair, child);
    else
      magic_step(self, child);
  }
}

void hunt_magic(struct hunt *hunt) {
  struct magic self = {.hunt = hunt,
                       .stack = &hunt->stack,
                       .seed = NO_SEED,
                       .needs_demon = !hunt->config->claim->weak ||
                                      hunt->product.processes > 0};
  for (size_t i = 0; i < hunt->initial.count && !hunt->run.stopped; i++)
    search_from(&self, hunt->initial.items[i]);
}
