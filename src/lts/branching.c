/* Branching bisimilarity by refinement of blocks: see partition.h.
 *
 * Hidden steps inside a block are inert and do not count.  The bottom states of
 * a block are those without inert steps.  The signature of a state is the set
 * of its other steps, as pairs (label, block of the target).  A block is stable
 * when its bottom states have one signature, sigma, and all others have subsets
 * of it: for every state comes to a bottom state by inert steps.  Cycles of
 * hidden steps are gone, and hidden steps lead to smaller numbers, so that this
 * ends.
 *
 * If the bottom states of a block have several signatures, all but the most
 * frequent one take away what belongs to them: the states whose inert steps all
 * lead to states taken with this signature, and whose own is a subset of it.
 * If they have one signature, a state with a step that is not in it, and all
 * that leads to such a state by inert steps, are parted from the others, from
 * whichever end that is found out first.  In both cases what was inert between
 * two parts is so no longer, and states become bottom states by it, once each.
 * That two parts have no bisimilar states follows as in Groote, Jansen, Keiren
 * and Wijs (2017): a bottom state must do itself what any state bisimilar to it
 * can do.  Where that algorithm looks at one label and block at a time, this
 * one compares signatures, which takes less memory and, with many steps from
 * one state, more time.
 *
 * Invariant: the cover of a block is the signature of all its bottom states
 * that are not marked, and all its other states that are not marked have
 * subsets of it, unless the block is open.  The list of its bottom states has
 * those that have been seen as such, among them all that are not marked.
 *
 * Marked states of a part that is not settled yet are marked again; if that
 * comes to more than the size of the block, it is left open instead, and looked
 * through from its bottom states when its turn comes.
 *
 * It takes 12 bytes an edge and 32 a state besides the graph, and 8 for each
 * pair in a cover.  A search of a block for what follows from its bottom states
 * ends with a part taken away from the rest by the smaller effort, or comes
 * from a pair lost to all of them, which happens log n times for each of their
 * edges at most, or was paid for by marks.
 */
#include "lts/partition.h"

#include "lts/blocks.h"
#include "lts/set_pool.h"
#include "lts/transform.h"

#include <assert.h>

enum { COMPACT_AT = 1 << 20 };
#define NO_STATE UINT32_MAX
#define NOT_BOTTOM UINT32_MAX

/* What a block has besides its states. */
struct traits {
  uint32_t first_bottom, bottom_count;
  uint32_t debt; /* states marked again since it was last settled */
  uint32_t cover_size;
  size_t cover; /* in covers */
  bool is_open; /* the cover is that of the bottom states alone */
};

typedef VEC(uint32_t) number_list;

struct refinement {
  struct blocks blocks;
  VEC(struct traits) traits;
  uint32_t *next_bottom, *last_bottom; /* in the list of a block */
  uint8_t *is_bottom;
  VEC(uint64_t) covers;
  size_t covers_used;
  /* of the block at hand */
  struct set_pool sets; /* the first is the cover */
  uint32_t *class;      /* of marked bottom states: their signature */
  uint32_t *part;       /* of a state that belongs to one: from 1, else 0 */
  number_list marked, counts;
  number_list states, other_states;           /* of a part, as they are found */
  number_list sizes, set_of, sorted, numbers; /* of the parts */
};

/* ---- bottom states ---- */

static void link_bottom(struct refinement *r, uint32_t block, uint32_t state) {
  struct traits *traits = &r->traits.items[block];
  r->next_bottom[state] = traits->first_bottom;
  r->last_bottom[state] = NO_STATE;
  if (traits->first_bottom != NO_STATE)
    r->last_bottom[traits->first_bottom] = state;
  traits->first_bottom = state;
  traits->bottom_count++;
}

static void unlink_bottom(struct refinement *r, uint32_t block,
                          uint32_t state) {
  struct traits *traits = &r->traits.items[block];
  const uint32_t next = r->next_bottom[state], last = r->last_bottom[state];
  if (last == NO_STATE)
    traits->first_bottom = next;
  else
    r->next_bottom[last] = next;
  if (next != NO_STATE)
    r->last_bottom[next] = last;
  traits->bottom_count--;
}

/* ---- covers ---- */

static void compact_covers(struct refinement *r) {
  VEC(uint64_t) kept = {0};
  for (size_t b = 0; b < r->traits.count; b++) {
    struct traits *traits = &r->traits.items[b];
    const size_t from = traits->cover;
    traits->cover = kept.count;
    for (uint32_t i = 0; i < traits->cover_size; i++)
      vec_push(&kept, r->covers.items[from + i]);
  }
  vec_free(&r->covers);
  r->covers.items = kept.items;
  r->covers.count = r->covers_used = kept.count;
  r->covers.capacity = kept.capacity;
}

static void drop_cover(struct refinement *r, uint32_t block) {
  r->covers_used -= r->traits.items[block].cover_size;
  r->traits.items[block].cover_size = 0;
}

/* A set becomes the cover of a block.  One state alone needs none. */
static void set_cover(struct refinement *r, uint32_t block, uint32_t set) {
  drop_cover(r, block);
  if (block_size(&r->blocks.items.items[block]) == 1)
    return;
  if (r->covers.count > 2 * r->covers_used + COMPACT_AT)
    compact_covers(r);
  struct traits *traits = &r->traits.items[block];
  traits->cover = r->covers.count;
  traits->cover_size = (uint32_t)set_pool_size(&r->sets, set);
  for (uint32_t i = 0; i < traits->cover_size; i++)
    vec_push(&r->covers, set_pool_items(&r->sets, set)[i]);
  r->covers_used += traits->cover_size;
}

/* ---- signatures ---- */

static bool is_inert(const struct refinement *r, uint32_t state,
                     uint32_t edge) {
  const struct lts *lts = r->blocks.lts;
  return blocks_is_inert(&r->blocks, lts->labels[edge], state,
                         lts->targets[edge]);
}

static uint64_t pair_of(const struct refinement *r, uint32_t edge) {
  const struct lts *lts = r->blocks.lts;
  return (uint64_t)lts->labels[edge] << 32 |
         r->blocks.block_of[lts->targets[edge]];
}

/* The set of the steps of a bottom state, or NOT_BOTTOM. */
static uint32_t signature_of(struct refinement *r, uint32_t state) {
  const struct lts *lts = r->blocks.lts;
  const uint32_t first = lts->first_edge[state];
  const uint32_t end = lts->first_edge[state + 1];
  for (uint32_t e = first; e < end; e++)
    if (is_inert(r, state, e))
      return NOT_BOTTOM;
  for (uint32_t e = first; e < end; e++)
    set_pool_add(&r->sets, pair_of(r, e));
  return set_pool_finish(&r->sets);
}

static bool is_covered(const struct refinement *r, uint32_t state,
                       uint32_t set) {
  const struct lts *lts = r->blocks.lts;
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1]; e++)
    if (!is_inert(r, state, e) && !set_pool_has(&r->sets, set, pair_of(r, e)))
      return false;
  return true;
}

/* Do all inert steps of the state lead to states of this part? */
static bool leads_only_to(const struct refinement *r, uint32_t state,
                          uint32_t part) {
  const struct lts *lts = r->blocks.lts;
  for (uint32_t e = lts->first_edge[state]; e < lts->first_edge[state + 1]; e++)
    if (is_inert(r, state, e) && r->part[lts->targets[e]] != part)
      return false;
  return true;
}

/* ---- what the marked states can do ---- */

static void count_class(struct refinement *r, uint32_t class, uint32_t count) {
  while (class >= r->counts.count)
    vec_push(&r->counts, 0);
  r->counts.items[class] += count;
}

/* Copies the marked states, and counts the bottom states by signature. */
static void look_at_marked(struct refinement *r, uint32_t number) {
  const struct block *block = &r->blocks.items.items[number];
  struct traits *traits = &r->traits.items[number];
  uint32_t seen = 0;
  set_pool_empty(&r->sets);
  r->marked.count = r->counts.count = 0;
  for (uint32_t i = 0; i < traits->cover_size; i++)
    set_pool_add(&r->sets, r->covers.items[traits->cover + i]);
  count_class(r, set_pool_finish(&r->sets), 0);
  for (uint32_t i = 0; i < block->marked; i++) {
    const uint32_t state = r->blocks.order[block->begin + i];
    vec_push(&r->marked, state);
    r->class[state] = signature_of(r, state);
    if (r->class[state] == NOT_BOTTOM)
      continue;
    count_class(r, r->class[state], 1);
    seen++;
    if (!r->is_bottom[state])
      link_bottom(r, number, state);
    r->is_bottom[state] = 1;
  }
  count_class(r, 0, traits->bottom_count - seen);
}

/* ---- parts ---- */

static void take(struct refinement *r, number_list *list, uint32_t state,
                 uint32_t part) {
  r->part[state] = part;
  vec_push(list, state);
}

static void give_back(struct refinement *r, number_list *list) {
  for (size_t i = 0; i < list->count; i++)
    r->part[list->items[i]] = 0;
  list->count = 0;
}

/* The states of parts[] in the order of the parts. */
static void sort_parts(struct refinement *r) {
  uint32_t at = 0;
  r->sorted.count = r->numbers.count = 0;
  vec_reserve(&r->sorted, r->states.count);
  vec_reserve(&r->numbers, r->sizes.count + 1);
  for (size_t p = 0; p < r->sizes.count; p++) {
    r->numbers.items[p] = at; /* where the next state of the part goes */
    at += r->sizes.items[p];
  }
  for (size_t i = 0; i < r->states.count; i++) {
    const uint32_t state = r->states.items[i];
    r->sorted.items[r->numbers.items[r->part[state] - 1]++] = state;
  }
}

/* Divides the block into the parts and the rest. */
static void divide(struct refinement *r, uint32_t number) {
  const struct traits empty = {.first_bottom = NO_STATE};
  const uint32_t parts = (uint32_t)r->sizes.count;
  sort_parts(r);
  blocks_divide(&r->blocks, number, r->sorted.items, r->sizes.items, parts,
                r->numbers.items);
  while (r->traits.count < r->blocks.items.count)
    vec_push(&r->traits, empty);
}

/* After a division: what the block had is the rest's, wherever its number went.
 */
static void move_traits(struct refinement *r, uint32_t from, uint32_t to) {
  if (from == to)
    return;
  r->traits.items[to] = r->traits.items[from];
  r->traits.items[from] = (struct traits){.first_bottom = NO_STATE};
}

/* One that is looked through from its bottom states when its turn comes. */
static void leave_open(struct refinement *r, uint32_t block) {
  struct traits *traits = &r->traits.items[block];
  traits->is_open = true;
  traits->debt = 0;
  if (traits->first_bottom != NO_STATE)
    blocks_mark(&r->blocks, traits->first_bottom);
}

/* Marked states of a part that is not stable are so still. */
static void mark_again(struct refinement *r, uint32_t block) {
  struct traits *traits = &r->traits.items[block];
  uint32_t count = 0;
  for (size_t i = 0; i < r->marked.count; i++)
    count += r->blocks.block_of[r->marked.items[i]] == block;
  if ((uint64_t)traits->debt + 2 * (uint64_t)count >
      block_size(&r->blocks.items.items[block])) {
    leave_open(r, block);
    return;
  }
  traits->debt += count;
  for (size_t i = 0; i < r->marked.count; i++)
    if (r->blocks.block_of[r->marked.items[i]] == block)
      blocks_mark(&r->blocks, r->marked.items[i]);
}

/* Of the marked states those that can do what is not in the set. */
static void keep_uncovered(struct refinement *r, uint32_t set) {
  size_t kept = 0;
  for (size_t i = 0; i < r->marked.count; i++) {
    const uint32_t state = r->marked.items[i];
    if (r->class[state] == NOT_BOTTOM && !is_covered(r, state, set))
      r->marked.items[kept++] = state;
  }
  r->marked.count = kept;
}

/* Is all that the unmarked states can do in the signature of the bottom ones?
 */
static bool keeps_all(const struct refinement *r, uint32_t set) {
  for (size_t i = 0; i < set_pool_size(&r->sets, 0); i++)
    if (!set_pool_has(&r->sets, set, set_pool_items(&r->sets, 0)[i]))
      return false;
  return true;
}

/* ---- bottom states with several signatures ---- */

static void take_bottom(struct refinement *r, uint32_t number, uint32_t state,
                        uint32_t part) {
  take(r, &r->states, state, part);
  r->sizes.items[part - 1]++;
  unlink_bottom(r, number, state);
}

/* The bottom states of all signatures but one; counts[] becomes the number of
 * the part of each.
 */
static void take_bottoms(struct refinement *r, uint32_t number, uint32_t but) {
  r->sizes.count = r->set_of.count = 0;
  for (uint32_t c = 0; c < r->counts.count; c++) {
    const bool is_part = c != but && r->counts.items[c] > 0;
    if (is_part) {
      vec_push(&r->sizes, 0);
      vec_push(&r->set_of, c);
    }
    r->counts.items[c] = is_part ? (uint32_t)r->sizes.count : 0;
  }
  for (size_t i = 0; i < r->marked.count; i++) {
    const uint32_t state = r->marked.items[i], class = r->class[state];
    if (class != NOT_BOTTOM && r->counts.items[class] > 0)
      take_bottom(r, number, state, r->counts.items[class]);
  }
  if (r->counts.items[0] == 0)
    return;
  uint32_t next;
  for (uint32_t s = r->traits.items[number].first_bottom; s != NO_STATE;
       s = next) {
    next = r->next_bottom[s];
    if (!blocks_is_marked(&r->blocks, s))
      take_bottom(r, number, s, r->counts.items[0]);
  }
}

/* Takes what leads to a state of a part and belongs to it. */
static void take_sources(struct refinement *r, uint32_t state) {
  const struct lts_reverse *reverse = &r->blocks.reverse;
  const uint32_t part = r->part[state], set = r->set_of.items[part - 1];
  for (uint32_t i = reverse->first[state]; i < reverse->first[state + 1]; i++) {
    const uint32_t source = reverse->sources[i];
    if (r->part[source] > 0 || !is_inert(r, source, reverse->edges[i]) ||
        !leads_only_to(r, source, part) || !is_covered(r, source, set))
      continue;
    take(r, &r->states, source, part);
    r->sizes.items[part - 1]++;
  }
}

/* The states of a part are stable with its signature: sorted[] has them from
 * `at` on.
 */
static void settle_part(struct refinement *r, uint32_t part, uint32_t at) {
  const uint32_t block = r->numbers.items[part];
  for (uint32_t i = 0; i < r->sizes.items[part - 1]; i++)
    if (r->is_bottom[r->sorted.items[at + i]])
      link_bottom(r, block, r->sorted.items[at + i]);
  set_cover(r, block, r->set_of.items[part - 1]);
}

static void split_bottoms(struct refinement *r, uint32_t number,
                          uint32_t largest) {
  const bool is_open =
      r->traits.items[number].is_open || !keeps_all(r, largest);
  take_bottoms(r, number, largest);
  for (size_t i = 0; i < r->states.count; i++)
    take_sources(r, r->states.items[i]);
  if (!is_open)
    keep_uncovered(r, largest);
  divide(r, number);
  const uint32_t rest = r->numbers.items[0];
  move_traits(r, number, rest);
  for (uint32_t p = 1, at = 0; p <= r->sizes.count;
       at += r->sizes.items[p - 1], p++)
    settle_part(r, p, at);
  give_back(r, &r->states);
  set_cover(r, rest, largest);
  if (is_open)
    leave_open(r, rest);
  else
    mark_again(r, rest);
}

/* ---- bottom states with one signature ---- */

enum { STAYS = 1, GOES = 2 }; /* parts */

/* Takes what leads to a state that stays, and only to such ones.  With a set:
 * and can do nothing else.
 */
static void stay_behind(struct refinement *r, uint32_t state, uint32_t set) {
  const struct lts_reverse *reverse = &r->blocks.reverse;
  for (uint32_t i = reverse->first[state]; i < reverse->first[state + 1]; i++) {
    const uint32_t source = reverse->sources[i];
    if (r->part[source] == 0 && is_inert(r, source, reverse->edges[i]) &&
        leads_only_to(r, source, STAYS) &&
        (set == LTS_NO_LABEL || is_covered(r, source, set)))
      take(r, &r->states, source, STAYS);
  }
}

static void go_along(struct refinement *r, uint32_t state) {
  const struct lts_reverse *reverse = &r->blocks.reverse;
  for (uint32_t i = reverse->first[state]; i < reverse->first[state + 1]; i++)
    if (r->part[reverse->sources[i]] == 0 &&
        is_inert(r, reverse->sources[i], reverse->edges[i]))
      take(r, &r->other_states, reverse->sources[i], GOES);
}

/* The bottom states stay, and marked states that are not covered go. */
static void take_first(struct refinement *r, uint32_t number, uint32_t set) {
  for (uint32_t s = r->traits.items[number].first_bottom; s != NO_STATE;
       s = r->next_bottom[s])
    take(r, &r->states, s, STAYS);
  for (size_t i = 0; i < r->marked.count; i++) {
    const uint32_t state = r->marked.items[i];
    if (r->class[state] == NOT_BOTTOM && !is_covered(r, state, set))
      take(r, &r->other_states, state, GOES);
  }
}

/* All that stays: what is not marked may have steps that are not covered. */
static void find_staying(struct refinement *r, uint32_t set) {
  give_back(r, &r->other_states);
  for (size_t i = 0; i < r->states.count; i++)
    stay_behind(r, r->states.items[i], set);
}

/* What stays and what goes, by turns, until one of them is complete; the other
 * is given back.
 */
static void find_smaller(struct refinement *r) {
  size_t i = 0, j = 0;
  while (i < r->states.count && j < r->other_states.count) {
    stay_behind(r, r->states.items[i++], LTS_NO_LABEL);
    go_along(r, r->other_states.items[j++]);
  }
  if (i == r->states.count)
    give_back(r, &r->other_states);
  else
    give_back(r, &r->states);
}

/* Parts what stays, with the bottom states, from what goes. */
static void split_rest(struct refinement *r, uint32_t number, uint32_t set) {
  const bool stay = r->states.count > 0;
  number_list *found = stay ? &r->states : &r->other_states;
  for (size_t i = 0; i < found->count; i++)
    r->part[found->items[i]] = 1;
  if (!stay)
    for (size_t i = 0; i < found->count; i++)
      vec_push(&r->states, found->items[i]);
  r->sizes.count = 0;
  vec_push(&r->sizes, (uint32_t)found->count);
  divide(r, number);
  const uint32_t staying = r->numbers.items[stay ? 1 : 0];
  const uint32_t going = r->numbers.items[stay ? 0 : 1];
  const struct traits old = r->traits.items[number];
  r->traits.items[going] = old;
  r->traits.items[going].first_bottom = NO_STATE;
  r->traits.items[going].bottom_count = 0;
  r->traits.items[staying] = (struct traits){.first_bottom = old.first_bottom,
                                             .bottom_count = old.bottom_count};
  set_cover(r, staying, set);
  give_back(r, &r->states);
  r->other_states.count = 0;
  if (!old.is_open)
    mark_again(r, going);
}

static void settle(struct refinement *r, uint32_t number, uint32_t set) {
  if (set > 0)
    set_cover(r, number, set);
  r->traits.items[number].is_open = false;
  r->traits.items[number].debt = 0;
  blocks_unmark(&r->blocks, number);
  give_back(r, &r->states);
  give_back(r, &r->other_states);
}

static bool has_uncovered(const struct refinement *r, uint32_t set) {
  for (size_t i = 0; i < r->marked.count; i++)
    if (r->class[r->marked.items[i]] == NOT_BOTTOM &&
        !is_covered(r, r->marked.items[i], set))
      return true;
  return false;
}

static void split_one(struct refinement *r, uint32_t number, uint32_t set) {
  const bool keeps = !r->traits.items[number].is_open && keeps_all(r, set);
  if (keeps && !has_uncovered(r, set)) {
    settle(r, number, set);
    return;
  }
  take_first(r, number, set);
  if (keeps)
    find_smaller(r);
  else
    find_staying(r, set);
  if (r->states.count == block_size(&r->blocks.items.items[number]))
    settle(r, number, set);
  else
    split_rest(r, number, set);
}

/* ---- the whole ---- */

static void split(void *context, uint32_t number) {
  struct refinement *r = context;
  uint32_t largest = 0, several = 0;
  if (block_size(&r->blocks.items.items[number]) == 1)
    return;
  look_at_marked(r, number);
  for (uint32_t c = 0; c < r->counts.count; c++) {
    several += r->counts.items[c] > 0;
    if (r->counts.items[c] > r->counts.items[largest])
      largest = c;
  }
  assert(several > 0);
  if (several > 1)
    split_bottoms(r, number, largest);
  else
    split_one(r, number, largest);
}

static void begin(struct refinement *r, const struct lts *lts,
                  uint32_t hidden) {
  const size_t bytes = lts->state_count * sizeof(uint32_t);
  blocks_init(&r->blocks, lts, hidden);
  r->next_bottom = memory_alloc(bytes);
  r->last_bottom = memory_alloc(bytes);
  r->class = memory_alloc(bytes);
  r->part = memory_alloc(bytes);
  r->is_bottom = memory_alloc(lts->state_count);
  vec_push(&r->traits, ((struct traits){.first_bottom = NO_STATE}));
}

static void end(struct refinement *r) {
  number_list *const lists[] = {&r->marked,       &r->counts, &r->states,
                                &r->other_states, &r->sizes,  &r->set_of,
                                &r->sorted,       &r->numbers};
  blocks_clear(&r->blocks);
  memory_free(r->next_bottom);
  memory_free(r->last_bottom);
  memory_free(r->class);
  memory_free(r->part);
  memory_free(r->is_bottom);
  vec_free(&r->traits);
  vec_free(&r->covers);
  set_pool_clear(&r->sets);
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    vec_free(lists[i]);
}

static size_t own_bytes(const void *context) {
  const struct refinement *r = context;
  return r->blocks.lts->state_count * (4 * sizeof(uint32_t) + 1) +
         r->traits.capacity * sizeof *r->traits.items +
         r->covers.capacity * sizeof *r->covers.items +
         set_pool_bytes(&r->sets) +
         (r->marked.capacity + r->states.capacity + r->other_states.capacity +
          r->sorted.capacity) *
             sizeof(uint32_t);
}

/* Hidden steps lead to smaller numbers. */
static bool refine(const struct lts *lts, uint32_t hidden,
                   const struct lts_limits *limits, struct partition *out) {
  struct refinement r = {0};
  begin(&r, lts, hidden);
  const struct splitter splitter = {
      .context = &r, .split = split, .own_bytes = own_bytes};
  const bool done = blocks_refine(&r.blocks, limits, &splitter);
  *out = (struct partition){r.blocks.block_of, (uint32_t)r.blocks.items.count};
  end(&r);
  if (!done)
    partition_clear(out);
  return done;
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
