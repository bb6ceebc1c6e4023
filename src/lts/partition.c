/* Strong and branching bisimilarity by refinement of blocks.
 *
 * The signature of a state is the set of its pairs (label, block of the
 * target).  Strongly bisimilar states have equal signatures, so a block whose
 * states differ in them is split.  That is repeated, but only for states that
 * it can concern: when a block is split, its largest part keeps its number, and
 * only the states with an edge into another part are marked and looked at again
 * (Hopcroft 1971; Jacobs and Wissmann: Fast coalgebraic bisimilarity
 * minimization, 2023).
 *
 * In branching bisimilarity hidden steps inside a block do not count.  A state
 * may join the class of a state that such a step leads to, if all else that it
 * can do is in the signature of that class; otherwise it founds a class, or
 * joins an equal one, and its steps to other classes are in its signature.  As
 * hidden steps lead to smaller numbers, one pass over the marked states in
 * ascending order does this, and the parts that come out are stable with regard
 * to each other.  No signature is ever joined with another, as in Blom and
 * Orzan's refinement (2003), so all signatures together are no larger than the
 * graph.  That no two bisimilar states are parted follows as in Groote, Jansen,
 * Keiren and Wijs (2017): the last states of a class, which hidden steps no
 * longer lead on from, must do themselves what any state of it can.
 *
 * Invariant: in each block the states that are not marked and that no hidden
 * step leads on from have one signature with regard to the blocks as they are,
 * and it has all that the other unmarked ones can do.  A state is marked when a
 * target of its edges changes its block and, before its block is looked at,
 * when a hidden step inside the block leads to a marked state.
 *
 * The marked states of a block lie before the others.  Each state changes its
 * block at most log n times, so with degrees below k strong bisimilarity takes
 * O(k m log n) time; it takes 12 bytes an edge and 20 a state besides the
 * graph. With long paths of hidden steps inside blocks the time may be larger.
 */
#include "lts/partition.h"

#include "lts/set_pool.h"
#include "lts/transform.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STOP_EVERY = 1 << 12 }; /* blocks */

struct block {
  uint32_t begin, end; /* in order[] */
  uint32_t marked;     /* the first so many */
};

struct refinement {
  const struct lts *lts;
  struct lts_reverse reverse;
  uint32_t hidden;
  uint32_t *order, *place; /* the states by block, and where each is */
  uint32_t *block_of;
  VEC(struct block) blocks;
  VEC(uint32_t) waiting; /* blocks with marked states */
  struct set_pool signatures;
  uint32_t *class; /* of the marked states of the block at hand */
  VEC(uint32_t) states, sizes, starts;
};

/* ---- marking ---- */

static void swap_places(struct refinement *r, uint32_t i, uint32_t j) {
  const uint32_t a = r->order[i], b = r->order[j];
  r->order[i] = b;
  r->order[j] = a;
  r->place[a] = j;
  r->place[b] = i;
}

static bool is_marked(const struct refinement *r, uint32_t state) {
  const struct block *block = &r->blocks.items[r->block_of[state]];
  return r->place[state] < block->begin + block->marked;
}

/* A block of one state has nothing to split. */
static void mark(struct refinement *r, uint32_t state) {
  struct block *block = &r->blocks.items[r->block_of[state]];
  if (block->end - block->begin == 1 || is_marked(r, state))
    return;
  if (block->marked == 0)
    vec_push(&r->waiting, r->block_of[state]);
  swap_places(r, r->place[state], block->begin + block->marked++);
}

static bool is_inside(const struct refinement *r, uint32_t state,
                      uint32_t edge) {
  return r->lts->labels[edge] == r->hidden &&
         r->block_of[r->lts->targets[edge]] == r->block_of[state];
}

static void mark_sources_inside(struct refinement *r, uint32_t state) {
  for (uint32_t i = r->reverse.first[state]; i < r->reverse.first[state + 1];
       i++)
    if (is_inside(r, r->reverse.sources[i], r->reverse.edges[i]))
      mark(r, r->reverse.sources[i]);
}

/* Marks what leads inside the block to marked states; mark() appends, so the
 * loop sees the new ones too.
 */
static void close_marks(struct refinement *r, uint32_t block) {
  if (r->hidden == LTS_NO_LABEL)
    return;
  for (uint32_t i = 0; i < r->blocks.items[block].marked; i++)
    mark_sources_inside(r, r->order[r->blocks.items[block].begin + i]);
}

/* ---- signatures ---- */

/* A step to a state of the same block that is in another class. */
static uint64_t step_inside(uint32_t class) {
  return (uint64_t)LTS_NO_LABEL << 32 | class;
}

/* Puts together what the state can do; gives the number of hidden steps inside
 * the block.  The states that are not marked are of class 0.
 */
static uint32_t gather_steps(struct refinement *r, uint32_t state) {
  uint32_t inside = 0;
  for (uint32_t e = r->lts->first_edge[state];
       e < r->lts->first_edge[state + 1]; e++) {
    const uint32_t target = r->lts->targets[e];
    if (is_inside(r, state, e)) {
      inside++;
      set_pool_add(&r->signatures,
                   step_inside(is_marked(r, target) ? r->class[target] : 0));
    } else {
      set_pool_add(&r->signatures,
                   (uint64_t)r->lts->labels[e] << 32 | r->block_of[target]);
    }
  }
  return inside;
}

/* Can the state join the class that a step of its own leads to?  One class at
 * most will have it: of two, each would have a step to the other, for ever.
 */
static bool find_class(struct refinement *r, uint32_t *class) {
  const uint64_t *steps = r->signatures.working.items;
  for (size_t i = 0; i < r->signatures.working.count; i++) {
    *class = (uint32_t)steps[i];
    if (steps[i] == step_inside(*class) &&
        set_pool_covers(&r->signatures, *class, steps[i]))
      return true;
  }
  return false;
}

/* The class of a state whose successors inside the block have theirs. */
static uint32_t class_of(struct refinement *r, uint32_t state) {
  uint32_t class;
  if (gather_steps(r, state) == 0 || !find_class(r, &class))
    return set_pool_finish(&r->signatures);
  set_pool_drop(&r->signatures);
  return class;
}

/* The end of a path of hidden steps inside the block: it has the signature of
 * all the states that are not marked.
 */
static uint32_t bottom_of(const struct refinement *r, uint32_t state) {
  uint32_t e = r->lts->first_edge[state];
  while (e < r->lts->first_edge[state + 1]) {
    if (is_inside(r, state, e)) {
      state = r->lts->targets[e];
      e = r->lts->first_edge[state];
    } else {
      e++;
    }
  }
  return state;
}

static int compare_states(const void *left, const void *right) {
  const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

/* Copies the marked states of a block, in ascending order where that counts. */
static void take_marked(struct refinement *r, const struct block *block) {
  r->states.count = 0;
  vec_reserve(&r->states, block->marked);
  memcpy(r->states.items, r->order + block->begin,
         block->marked * sizeof *r->order);
  r->states.count = block->marked;
  if (r->hidden != LTS_NO_LABEL)
    qsort(r->states.items, r->states.count, sizeof *r->states.items,
          compare_states);
}

/* The classes of all marked states; if there are others, theirs is number 0.
 * sizes[] says how many states of the block are in each.
 */
static void find_classes(struct refinement *r, const struct block *block) {
  const uint32_t unmarked = block->end - block->begin - block->marked;
  set_pool_empty(&r->signatures);
  r->sizes.count = 0;
  if (unmarked > 0) {
    const uint32_t first = r->order[block->begin + block->marked];
    (void)class_of(r, bottom_of(r, first));
    vec_push(&r->sizes, unmarked);
  }
  for (size_t i = 0; i < r->states.count; i++) {
    const uint32_t state = r->states.items[i];
    const uint32_t class = class_of(r, state);
    r->class[state] = class;
    if (class == r->sizes.count)
      vec_push(&r->sizes, 0);
    r->sizes.items[class]++;
  }
}

/* ---- splitting ---- */

/* Orders the block by class, descending: so those of number 0 come to lie
 * before the states that were not marked.
 */
static void sort_block(struct refinement *r, const struct block *block) {
  uint32_t at = block->begin;
  const size_t count = r->sizes.count;
  r->starts.count = 0;
  vec_reserve(&r->starts, count);
  r->starts.count = count;
  for (size_t i = count; i-- > 0; at += r->sizes.items[i])
    r->starts.items[i] = at;
  for (size_t i = 0; i < r->states.count; i++) {
    const uint32_t state = r->states.items[i];
    const uint32_t place = r->starts.items[r->class[state]]++;
    r->order[place] = state;
    r->place[state] = place;
  }
}

static uint32_t largest_part(const struct refinement *r) {
  uint32_t largest = 0;
  for (uint32_t i = 1; i < r->sizes.count; i++)
    if (r->sizes.items[i] > r->sizes.items[largest])
      largest = i;
  return largest;
}

/* Gives each part but the largest a number of its own, the first of which is
 * returned.
 */
static uint32_t number_parts(struct refinement *r, uint32_t number) {
  const uint32_t first_new = (uint32_t)r->blocks.count;
  const uint32_t keeper = largest_part(r);
  uint32_t at = r->blocks.items[number].begin;
  for (uint32_t i = (uint32_t)r->sizes.count; i-- > 0;) {
    const struct block part = {at, at + r->sizes.items[i], 0};
    at = part.end;
    if (i == keeper) {
      r->blocks.items[number] = part;
      continue;
    }
    for (uint32_t p = part.begin; p < part.end; p++)
      r->block_of[r->order[p]] = (uint32_t)r->blocks.count;
    vec_push(&r->blocks, part);
  }
  return first_new;
}

/* Marks the states with an edge into a new block; but for hidden steps inside
 * the block that was split, which were looked at.  The states are copied first:
 * marking moves them about.
 */
static void mark_concerned(struct refinement *r, uint32_t old,
                           uint32_t first_new) {
  r->states.count = 0;
  for (size_t b = first_new; b < r->blocks.count; b++)
    for (uint32_t p = r->blocks.items[b].begin; p < r->blocks.items[b].end; p++)
      vec_push(&r->states, r->order[p]);
  for (size_t i = 0; i < r->states.count; i++) {
    const uint32_t state = r->states.items[i];
    for (uint32_t p = r->reverse.first[state]; p < r->reverse.first[state + 1];
         p++) {
      const uint32_t source = r->reverse.sources[p];
      const uint32_t block = r->block_of[source];
      if (r->lts->labels[r->reverse.edges[p]] != r->hidden ||
          (block != old && block < first_new))
        mark(r, source);
    }
  }
}

static void split(struct refinement *r, uint32_t number) {
  close_marks(r, number);
  const struct block block = r->blocks.items[number];
  take_marked(r, &block);
  find_classes(r, &block);
  r->blocks.items[number].marked = 0;
  if (r->sizes.count == 1)
    return;
  sort_block(r, &block);
  mark_concerned(r, number, number_parts(r, number));
}

/* ---- the whole ---- */

static void begin(struct refinement *r) {
  const uint32_t count = r->lts->state_count;
  const size_t bytes = count * sizeof(uint32_t);
  lts_reverse_init(&r->reverse, r->lts);
  r->order = memory_alloc(bytes);
  r->place = memory_alloc(bytes);
  r->block_of = memory_alloc(bytes);
  r->class = memory_alloc(bytes);
  for (uint32_t s = 0; s < count; s++)
    r->order[s] = r->place[s] = s;
  if (count == 0)
    return;
  vec_push(&r->blocks, ((struct block){0, count, count}));
  vec_push(&r->waiting, 0);
}

static void end(struct refinement *r) {
  lts_reverse_clear(&r->reverse);
  memory_free(r->order);
  memory_free(r->place);
  memory_free(r->class);
  set_pool_clear(&r->signatures);
  vec_free(&r->blocks);
  vec_free(&r->waiting);
  vec_free(&r->states);
  vec_free(&r->sizes);
  vec_free(&r->starts);
}

/* With LTS_NO_LABEL every step is one that all can see.  Hidden steps lead to
 * smaller numbers.
 */
static bool refine(const struct lts *lts, uint32_t hidden,
                   const struct lts_limits *limits, struct partition *out) {
  struct refinement r = {.lts = lts, .hidden = hidden};
  bool stopped = false;
  begin(&r);
  for (uint32_t turn = 0; r.waiting.count > 0 && !stopped; turn++) {
    stopped = turn % STOP_EVERY == 0 && lts_must_stop(limits);
    split(&r, vec_pop(&r.waiting));
  }
  *out = (struct partition){r.block_of, (uint32_t)r.blocks.count};
  end(&r);
  if (stopped)
    partition_clear(out);
  return !stopped;
}

bool partition_strong(const struct lts *lts, const struct lts_limits *limits,
                      struct partition *out) {
  return refine(lts, LTS_NO_LABEL, limits, out);
}

/* The blocks of the states behind the map, whose place they take. */
static void look_through(struct partition *partition, uint32_t *map,
                         uint32_t count) {
  for (uint32_t s = 0; s < count; s++)
    map[s] = partition->block_of[map[s]];
  memory_free(partition->block_of);
  partition->block_of = map;
}

bool partition_branching(const struct lts *lts, const struct lts_limits *limits,
                         struct partition *out) {
  const uint32_t hidden = lts_hidden_label(lts);
  if (hidden == LTS_NO_LABEL)
    return partition_strong(lts, limits, out);
  uint32_t *map;
  struct lts *collapsed = lts_collapse(lts, hidden, &map);
  const bool done = refine(collapsed, lts_hidden_label(collapsed), limits, out);
  lts_close(collapsed);
  if (done)
    look_through(out, map, lts->state_count);
  else
    memory_free(map);
  return done;
}

void partition_clear(struct partition *partition) {
  memory_free(partition->block_of);
  *partition = (struct partition){0};
}
