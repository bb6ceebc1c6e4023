/* Strong components in two passes with one bit a node (the decomposition that
 * Courcoubetis, Vardi, Wolper and Yannakakis remark on in Memory Efficient
 * Algorithms for the Verification of Temporal Properties, CAV 1990, section 4).
 *
 * The first pass is a depth-first search that puts each node on a stack when it
 * leaves it.  The second takes the nodes from the top of that stack, and from
 * each that is in no component yet it follows the predecessors: what it reaches
 * that was visited by the first pass, and is in no component yet, is the
 * component of the node.  For the node at the top was left last, so whatever
 * leads to it without being led to from it was left still later.
 *
 * The bit of a node says that it was visited and is in no component yet, so one
 * is enough.  When a component is complete the bits of its nodes are set again
 * for a moment: then the edges inside it are those that come from a node whose
 * bit is set, since all predecessors outside are in earlier components.  The
 * component has an accepting run when each acceptance set has an edge among
 * these: the sets are looked at directly, with no copies of the automaton.
 *
 * Both stacks are used at their tops only, so that what lies deep in them can
 * be put into a file.  Time is linear in the nodes and edges of the product.
 * In exchange for the single bit nothing is found before all is visited, and
 * predecessors must be known: hence graphs, not models.
 */
#include "search/two_pass_scc.h"

#include "base/map.h"
#include "search/lts_product.h"
#include "search/run.h"
#include "search/words.h"

#include <assert.h>
#include <string.h>

struct two_pass {
  const struct two_pass_config *config;
  struct run run;
  struct lts_product product;
  uint64_t *bits;
  size_t bits_bytes;
  struct words frames;  /* two a frame: a node, a place among its successors */
  struct words order;   /* nodes, as the first pass left them */
  struct words members; /* of the component at hand */
};

/* ---- bits and stacks ---- */

static bool is_set(const struct two_pass *self, lts_node node) {
  const uint64_t index = lts_product_index(&self->product, node);
  return self->bits[index / WORD_BITS] >> (index % WORD_BITS) & 1;
}

static void flip(struct two_pass *self, lts_node node) {
  const uint64_t index = lts_product_index(&self->product, node);
  self->bits[index / WORD_BITS] ^= UINT64_C(1) << (index % WORD_BITS);
}

static void push(struct two_pass *self, struct words *words, uint64_t word) {
  if (!words_push(words, word))
    run_stop(&self->run, SEARCH_MEMORY);
}

/* ---- the first pass ---- */

static void note_depth(struct two_pass *self) {
  const uint64_t depth = self->frames.count / 2;
  struct search_figures *figures = &self->run.result->figures;
  if (depth > figures->depth)
    figures->depth = depth;
  if (self->config->limits.max_depth > 0 &&
      depth > self->config->limits.max_depth)
    run_stop(&self->run, SEARCH_DEPTH);
  if (self->run.budget.used > figures->stack_bytes)
    figures->stack_bytes = self->run.budget.used;
}

static void enter(struct two_pass *self, lts_node node) {
  const struct lts_cursor start = lts_product_after(&self->product, node);
  flip(self, node);
  self->run.result->figures.states++;
  push(self, &self->frames, node);
  push(self, &self->frames, (uint64_t)start.place << 32);
  words_spill(&self->frames, self->frames.count);
  note_depth(self);
  run_tick(&self->run);
}

static void leave(struct two_pass *self, lts_node node) {
  (void)words_pop(&self->frames);
  (void)words_pop(&self->frames);
  push(self, &self->order, node);
  words_spill(&self->order, self->order.count);
}

static bool next_child(struct two_pass *self, struct lts_step *step) {
  uint64_t *place = words_at(&self->frames, self->frames.count - 1);
  const lts_node node = *words_at(&self->frames, self->frames.count - 2);
  struct lts_cursor cursor = lts_product_after(&self->product, node);
  cursor.place = (uint32_t)(*place >> 32);
  cursor.move = (uint32_t)*place;
  const bool found = lts_product_next(&self->product, &cursor, step);
  *place = (uint64_t)cursor.place << 32 | cursor.move;
  return found;
}

static void visit_from(struct two_pass *self, lts_node start) {
  if (!is_set(self, start))
    enter(self, start);
  while (!self->run.stopped && self->frames.count > 0) {
    struct lts_step step;
    if (!next_child(self, &step))
      leave(self, *words_at(&self->frames, self->frames.count - 2));
    else if (is_set(self, step.to))
      self->run.result->figures.matched++;
    else
      enter(self, step.to);
  }
}

static void visit_all(struct two_pass *self) {
  const struct automaton *automaton = self->config->automaton;
  for (uint32_t i = 0; i < automaton->initial_count; i++)
    visit_from(
        self, lts_node_make(self->config->lts->initial, automaton->initial[i]));
}

/* ---- the second pass ---- */

/* The component of a node that is in none yet; its bits are taken away. */
static void collect(struct two_pass *self, lts_node root) {
  while (self->members.count > 0)
    (void)words_pop(&self->members);
  flip(self, root);
  push(self, &self->members, root);
  for (uint64_t i = 0; i < self->members.count && !self->run.stopped; i++) {
    struct lts_cursor cursor =
        lts_product_before(&self->product, *words_at(&self->members, i));
    struct lts_step step;
    while (lts_product_previous(&self->product, &cursor, &step))
      if (is_set(self, step.to)) {
        flip(self, step.to);
        push(self, &self->members, step.to);
      }
    run_tick(&self->run);
  }
}

/* Sets the bits of the members, or takes them away again. */
static void flip_members(struct two_pass *self) {
  for (uint64_t i = 0; i < self->members.count; i++)
    flip(self, *words_at(&self->members, i));
}

static uint64_t all_marks(const struct two_pass *self) {
  const uint32_t sets = self->config->automaton->set_count;
  return sets == 64 ? UINT64_MAX : (UINT64_C(1) << sets) - 1;
}

/* Have the edges among the members, whose bits are set, all marks? */
static bool accepts(struct two_pass *self) {
  const uint64_t wanted = all_marks(self);
  uint64_t marks = 0;
  for (uint64_t i = 0; i < self->members.count && !self->run.stopped; i++) {
    struct lts_cursor cursor =
        lts_product_before(&self->product, *words_at(&self->members, i));
    struct lts_step step;
    while (lts_product_previous(&self->product, &cursor, &step)) {
      if (!is_set(self, step.to))
        continue;
      marks |= step.marks;
      if ((marks & wanted) == wanted)
        return true;
    }
    run_tick(&self->run);
  }
  return false;
}

/* ---- from a component to a run ---- */

/* A node met on the way, and how. */
struct met {
  lts_node node;
  uint32_t parent; /* index of the one before; itself at the start */
  struct lts_step step;
};

/* What a way shall end with: a node of the component, or, inside of it, an edge
 * with one of these marks, or a certain node.
 */
struct goal {
  bool inside;
  uint64_t marks;
  bool has_home;
  lts_node home;
};

struct journey {
  struct two_pass *pass;
  VEC(struct met) met;
  struct map seen;
  VEC(struct move) moves;
};

static bool meet(struct journey *journey, lts_node node, uint32_t parent,
                 const struct lts_step *step) {
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  void *key = (void *)(uintptr_t)(node + 1);
  if (map_get(&journey->seen, key))
    return false;
  map_put(&journey->seen, key, key);
  vec_push(&journey->met, ((struct met){node, parent, *step}));
  return true;
}

static bool is_reached(const struct journey *journey, const struct goal *goal,
                       const struct lts_step *step) {
  if (!goal->inside)
    return is_set(journey->pass, step->to);
  if (goal->has_home)
    return step->to == goal->home;
  return (step->marks & goal->marks) != 0;
}

static void add_move(struct journey *journey, lts_node from,
                     const struct lts_step *step) {
  if (step->stutters)
    return;
  vec_push(&journey->moves, ((struct move){.pid = 0,
                                           .from = lts_node_state(from),
                                           .transition = step->transition,
                                           .partner = NO_PROCESS}));
}

/* Appends the way to the node met under this index, and the step after it. */
static uint64_t add_way(struct journey *journey, uint32_t index,
                        const struct lts_step *last) {
  VEC(uint32_t) way = {0};
  uint64_t marks = last->marks;
  for (uint32_t i = index; journey->met.items[i].parent != i;
       i = journey->met.items[i].parent)
    vec_push(&way, i);
  while (way.count > 0) {
    const struct met *met = &journey->met.items[vec_pop(&way)];
    add_move(journey, journey->met.items[met->parent].node, &met->step);
    marks |= met->step.marks;
  }
  add_move(journey, journey->met.items[index].node, last);
  vec_free(&way);
  return marks;
}

/* Goes on breadth-first from what has been met, up to the goal; *end is where
 * that is, and the marks on the way are given.
 */
static uint64_t travel(struct journey *journey, const struct goal *goal,
                       lts_node *end) {
  const struct lts_product *product = &journey->pass->product;
  for (uint32_t i = 0; i < journey->met.count; i++) {
    struct lts_cursor cursor =
        lts_product_after(product, journey->met.items[i].node);
    struct lts_step step;
    while (lts_product_next(product, &cursor, &step)) {
      if (goal->inside && !is_set(journey->pass, step.to))
        continue;
      if (is_reached(journey, goal, &step)) {
        *end = step.to;
        return add_way(journey, i, &step);
      }
      (void)meet(journey, step.to, i, &step);
    }
  }
  assert(!"all of a component can be reached");
  return UINT64_MAX;
}

static void begin(struct journey *journey) {
  journey->met.count = 0;
  map_free(&journey->seen);
  journey->seen = (struct map){0};
}

/* From an initial node to one of the component, by a shortest way. */
static lts_node travel_there(struct journey *journey) {
  const struct two_pass *pass = journey->pass;
  const struct automaton *automaton = pass->config->automaton;
  const struct lts_step none = {0};
  lts_node end = 0;
  begin(journey);
  for (uint32_t i = 0; i < automaton->initial_count; i++) {
    const lts_node node =
        lts_node_make(pass->config->lts->initial, automaton->initial[i]);
    if (is_set(pass, node))
      return node;
    (void)meet(journey, node, (uint32_t)journey->met.count, &none);
  }
  (void)travel(journey, &(struct goal){.inside = false}, &end);
  return end;
}

static uint64_t travel_on(struct journey *journey, lts_node *node,
                          const struct goal *goal) {
  const struct lts_step none = {0};
  begin(journey);
  (void)meet(journey, *node, 0, &none);
  return travel(journey, goal, node);
}

/* Once round through all marks. */
static void travel_round(struct journey *journey, lts_node start) {
  uint64_t missing = all_marks(journey->pass);
  lts_node node = start;
  bool moved = false;
  while (missing != 0) {
    missing &= ~travel_on(journey, &node,
                          &(struct goal){.inside = true, .marks = missing});
    moved = true;
  }
  if (node != start || !moved)
    (void)travel_on(
        journey, &node,
        &(struct goal){.inside = true, .has_home = true, .home = start});
}

/* Tells of a run into the component and round in it. */
static void report(struct two_pass *self) {
  struct journey journey = {.pass = self};
  struct trail trail = {.has_violation = true,
                        .violation = self->config->violation};
  memset(self->bits, 0, self->bits_bytes);
  flip_members(self);
  const lts_node start = travel_there(&journey);
  trail.loop_start = journey.moves.count;
  travel_round(&journey, start);
  trail.moves = journey.moves.items;
  trail.move_count = journey.moves.count;
  run_tell(&self->run, &trail);
  vec_free(&journey.met);
  map_free(&journey.seen);
  vec_free(&journey.moves);
}

/* ---- both passes ---- */

static void decompose(struct two_pass *self) {
  while (!self->run.stopped && self->order.count > 0) {
    const lts_node node = words_pop(&self->order);
    if (!is_set(self, node))
      continue;
    collect(self, node);
    flip_members(self);
    if (accepts(self))
      report(self);
    else
      flip_members(self);
  }
}

static void search(struct two_pass *self) {
  struct budget *budget = &self->run.budget;
  run_tick(&self->run); /* so that the memory limit is known */
  self->bits_bytes =
      (size_t)(lts_product_nodes(&self->product) / WORD_BITS + 1) *
      sizeof *self->bits;
  self->bits = budget_alloc(budget, self->bits_bytes);
  if (!self->bits) {
    run_stop(&self->run, SEARCH_MEMORY);
    return;
  }
  words_init(&self->frames, budget);
  words_init(&self->order, budget);
  words_init(&self->members, budget);
  visit_all(self);
  decompose(self);
  words_clear(&self->frames);
  words_clear(&self->order);
  words_clear(&self->members);
  budget_free(budget, self->bits, self->bits_bytes);
}

void two_pass_scc(const struct two_pass_config *config, struct engine *engine,
                  const struct observer *observer, struct search_result *out) {
  struct two_pass self = {.config = config};
  run_open(&self.run, &config->limits, engine, NULL, observer, out);
  lts_product_init(&self.product, config->lts, config->model, config->automaton,
                   config->stutters);
  search(&self);
  lts_product_clear(&self.product);
  run_close(&self.run);
  out->figures.store_bytes = self.bits_bytes;
}
