/* See backward.h.
 *
 * The bad sets of all control states, then what leads to them by one edge, by
 * two, until nothing is new: if no initial state is among them, nothing bad can
 * be reached.  The sets need not be those of reachable states, so this often
 * ends at once where the exploration does not: the bad set of an inductive
 * invariant has no predecessors outside of itself.
 *
 * From which vectors an atomic can be left is found in the same way: what
 * everybody sees leads there by no edge, and what is inside by some.
 */
#include "symbolic/backward.h"

#include "symbolic/inside.h"

enum {
  MOST_PLACES = 300,
  MOST_ROUNDS = 40,
  MOST_PIECES = 400,
};

/* All control states that edges lead to, whatever their guards; false: too
 * many.
 */
static bool expand_all(struct reach *reach) {
  for (uint32_t i = 0; i < reach->places.items.count; i++) {
    if (i >= MOST_PLACES)
      return false;
    places_expand(&reach->places, i);
  }
  return true;
}

/* What must not be reached at a place: numbers that do not fit count until one
 * is known to be reached, and so does a loop inside a d_step, which may never
 * end.
 */
static struct pvset *bad_at(struct reach *reach, uint32_t number) {
  const struct place *place = reach->places.items.items[number];
  struct pvset *overflow = NULL;
  struct pvset *bad = reach_violating(reach, number, &overflow);
  if (!bad)
    bad = reach->config->safety && inside_returns(&reach->places, number)
              ? pvset_all(reach->places.pv, place->dims)
              : pvset_none(reach->places.pv, place->dims);
  if (overflow && !reach->overflow)
    pvset_add(&bad, overflow);
  pvset_free(overflow);
  for (size_t i = 0; i < place->hazards.count; i++)
    if (reach_minds(reach, &place->hazards.items[i]))
      pvset_add(&bad, place->hazards.items[i].where);
  struct pvset *simple = pvset_simplify(bad, MOST_PIECES);
  pvset_free(bad);
  return simple;
}

struct backward {
  struct reach *reach;
  struct pvset **bad, **news, **next; /* of each place */
  size_t count;
};

/* Begins with what `first` says of each place. */
static void begin(struct backward *backward, struct reach *reach,
                  struct pvset *(*first)(struct reach *reach,
                                         uint32_t number)) {
  *backward =
      (struct backward){.reach = reach, .count = reach->places.items.count};
  backward->bad = memory_alloc(backward->count * sizeof *backward->bad);
  backward->news = memory_alloc(backward->count * sizeof *backward->news);
  backward->next = memory_alloc(backward->count * sizeof *backward->next);
  for (uint32_t i = 0; i < backward->count; i++) {
    backward->bad[i] = first(reach, i);
    backward->news[i] = pvset_copy(backward->bad[i]);
  }
}

static void end(struct backward *backward) {
  for (size_t i = 0; i < backward->count; i++) {
    pvset_free(backward->bad[i]);
    pvset_free(backward->news[i]);
  }
  memory_free(backward->bad);
  memory_free(backward->news);
  memory_free(backward->next);
}

/* What leads by this edge to what is new. */
static void step_back(struct backward *backward, const struct edge *edge) {
  struct pvset *sources = pvmap_preimage(edge->map, backward->news[edge->to]);
  struct pvset *fresh = pvset_new_pieces(sources, backward->bad[edge->from]);
  pvset_add(&backward->next[edge->from], fresh);
  pvset_free(fresh);
  pvset_free(sources);
}

/* One step back from everywhere; false: nothing was new. */
static bool round_back(struct backward *backward) {
  const struct places *places = &backward->reach->places;
  bool changed = false;
  for (size_t i = 0; i < backward->count; i++)
    backward->next[i] = pvset_none(places->pv, places->items.items[i]->dims);
  for (size_t i = 0; i < backward->count; i++)
    for (size_t k = 0; k < places->items.items[i]->edges.count; k++)
      step_back(backward, &places->items.items[i]->edges.items[k]);
  for (size_t i = 0; i < backward->count; i++) {
    struct pvset *simple = pvset_simplify(backward->next[i], MOST_PIECES);
    pvset_free(backward->next[i]);
    pvset_free(backward->news[i]);
    backward->news[i] = simple;
    pvset_add(&backward->bad[i], simple);
    changed |= !pvset_is_empty(simple);
  }
  return changed;
}

static bool is_too_large(const struct backward *backward) {
  uint32_t pieces = 0;
  for (size_t i = 0; i < backward->count; i++)
    pieces += pvset_pieces(backward->bad[i]);
  return pieces > MOST_PIECES || pv_gave_up(backward->reach->places.pv);
}

/* Is a set that has been reached among the bad ones? */
static bool meets_reached(const struct backward *backward) {
  const struct node *first = &backward->reach->nodes.items[0];
  struct pvset *both = pvset_and(backward->bad[first->place], first->set);
  const bool meets = !pvset_is_empty(both);
  pvset_free(both);
  return meets;
}

static bool proves(struct backward *backward) {
  for (int round = 0; round < MOST_ROUNDS; round++) {
    if (meets_reached(backward) || is_too_large(backward))
      return false;
    if (!round_back(backward))
      return !is_too_large(backward) && !meets_reached(backward);
  }
  return false;
}

bool backward_proves(struct reach *reach, uint64_t work) {
  if (reach->runs.count > 0)
    return false;
  if (!expand_all(reach))
    return false;
  reach->gave_up |= pv_gave_up(reach->places.pv);
  pv_allow(reach->places.pv, work);
  struct backward backward;
  begin(&backward, reach, bad_at);
  const bool proved = proves(&backward) && !pv_gave_up(reach->places.pv);
  end(&backward);
  pv_allow(reach->places.pv, STEP_WORK);
  return proved;
}

/* ---- atomics ---- */

static bool is_interior(const struct reach *reach, uint32_t place) {
  return reach->places.items.items[place]->owner != NO_PROCESS;
}

/* What everybody sees lies outside of all atomics. */
static struct pvset *outside(struct reach *reach, uint32_t place) {
  const uint32_t dims = reach->places.items.items[place]->dims;
  return is_interior(reach, place) ? pvset_none(reach->places.pv, dims)
                                   : pvset_all(reach->places.pv, dims);
}

void backward_leaves(struct reach *reach, bool *leaves) {
  struct backward backward;
  pv_allow(reach->places.pv, STEP_WORK);
  begin(&backward, reach, outside);
  for (int round = 0; round < MOST_ROUNDS && !is_too_large(&backward); round++)
    if (!round_back(&backward))
      break;
  for (uint32_t i = 0; i < reach->reached.count; i++)
    leaves[i] = is_interior(reach, i) &&
                pvset_is_subset(reach->reached.items[i].set, backward.bad[i]);
  end(&backward);
}
