/* Which loops become meta-transitions.
 *
 * Two sources.  Loops on the way from the initial set to a new one, where the
 * same control state comes twice: few, and the ones the run really takes.  And
 * all loops of the control graph up to a length that grows while the search
 * lasts.  Neither alone is enough.
 *
 * A loop may contain meta-transitions of inner loops: when the whole round is
 * still an affine function (the inner loop's count is determined by its exit),
 * it is accelerated like any other (section 3.3 of the paper).
 */
#include "symbolic/reach.h"

#include <string.h>

enum {
  LONGEST_WAY = 40,       /* edges looked back */
  MOST_RETURNS = 3,       /* visits of the same place looked at */
  MOST_INNER = 2,         /* meta-transitions inside one loop */
  MOST_METAS = 60,        /* of one place */
  MOST_COMBINED = 8,      /* of these, followed by each other */
  LONGEST_COMBINED = 24,  /* edges */
  MOST_ENUMERATED = 3000, /* paths followed for one length at one place */
  TRIAL_WORK = 400000,
};

/* ---- the effect of a round ---- */

static struct pvmap *compose(const struct element *elements, size_t count) {
  struct pvmap *map = pvmap_copy(element_map(&elements[0]));
  for (size_t i = 1; i < count; i++) {
    struct pvmap *longer = pvmap_then(map, element_map(&elements[i]));
    pvmap_free(map);
    map = longer;
  }
  return map;
}

static struct affine *compose_affine(const struct element *elements,
                                     size_t count) {
  struct affine *affine = NULL;
  for (size_t i = 0; i < count; i++) {
    if (!elements[i].edge || !elements[i].edge->affine) {
      affine_close(affine);
      return NULL;
    }
    struct affine *next = affine ? affine_then(affine, elements[i].edge->affine)
                                 : affine_copy(elements[i].edge->affine);
    affine_close(affine);
    affine = next;
    if (!affine)
      return NULL;
  }
  return affine;
}

/* Does a second round lead anywhere else than the first? */
static bool is_moving(const struct affine *affine) {
  struct affine *twice = affine_then(affine, affine);
  const bool moves = !twice || !affine_same(twice, affine);
  affine_close(twice);
  return moves && !affine_is_identity(affine);
}

/* ---- what has been looked at ---- */

/* Is the path a shorter one, repeated? */
static bool is_power(const struct element *elements, size_t count) {
  for (size_t part = 1; part <= count / 2; part++)
    if (count % part == 0 && memcmp(elements, elements + part,
                                    (count - part) * sizeof *elements) == 0)
      return true;
  return false;
}

/* Notes the path; false when it was noted before. */
static bool is_first_trial(struct reach *reach, const struct element *elements,
                           size_t count) {
  const char *key = intern_text(reach->tried_keys, (const char *)elements,
                                count * sizeof *elements);
  if (map_get(&reach->tried, key))
    return false;
  map_put(&reach->tried, key, reach);
  return true;
}

static bool is_known(const struct reached *at, const struct pvmap *map) {
  for (size_t i = 0; i < at->metas.count; i++)
    if (pvmap_is_subset(map, at->metas.items[i]->map))
      return true;
  return false;
}

/* ---- a new meta-transition ---- */

static void add_meta(struct reach *reach, uint32_t place, struct pvmap *map,
                     struct affine *affine, const struct element *elements,
                     size_t count) {
  struct meta *meta = ARENA_NEW(reach->arena, struct meta);
  struct element *copy = ARENA_ARRAY(reach->arena, struct element, count);
  memcpy(copy, elements, count * sizeof *copy);
  *meta = (struct meta){.place = place,
                        .map = map,
                        .affine = affine,
                        .elements = copy,
                        .element_count = count};
  struct reached *at = &reach->reached.items[place];
  vec_push(&at->metas, meta);
  reach->figures.meta_transitions++;
  for (size_t i = 0; i < at->nodes.count; i++)
    if (reach->nodes.items[at->nodes.items[i]].done)
      vec_push(&reach->tasks, ((struct task){at->nodes.items[i], meta}));
}

static void accelerate(struct reach *reach, uint32_t place,
                       const struct element *elements, size_t count) {
  struct pv *pv = reach->places.pv;
  reach->gave_up |= pv_gave_up(pv);
  pv_allow(pv, TRIAL_WORK);
  struct pvmap *round = compose(elements, count);
  struct affine *affine = NULL;
  if (!pvmap_is_empty(round)) {
    affine = compose_affine(elements, count);
    if (!affine)
      affine = pvmap_affine(round);
  }
  struct pvmap *map = NULL;
  if (affine && is_moving(affine)) {
    struct pvset *guard = pvmap_domain(round);
    map = pvmap_repeat(guard, affine);
    pvset_free(guard);
  }
  pvmap_free(round);
  const bool good =
      map && !is_known(&reach->reached.items[place], map) && !pv_gave_up(pv);
  pv_allow(pv, STEP_WORK);
  if (good) {
    add_meta(reach, place, map, affine, elements, count);
  } else {
    pvmap_free(map);
    affine_close(affine);
  }
}

static void try_loop(struct reach *reach, uint32_t place,
                     const struct element *elements, size_t count) {
  if (count > 0 && reach->reached.items[place].metas.count < MOST_METAS &&
      !is_power(elements, count) && is_first_trial(reach, elements, count))
    accelerate(reach, place, elements, count);
}

/* Most longer loops move the vector as another one does that is known: the same
 * edges in another order.
 */
static bool is_new_function(const struct reached *at,
                            const struct element *elements, size_t count) {
  struct affine *round = compose_affine(elements, count);
  bool is_new = !round || affine_period(round, LONGEST_PERIOD) > 0;
  for (size_t i = 0; i < at->metas.count && round && is_new; i++)
    is_new = !affine_same(round, at->metas.items[i]->affine);
  affine_close(round);
  return is_new;
}

static void try_new_function(struct reach *reach, uint32_t place,
                             const struct element *elements, size_t count) {
  if (count == 1 ||
      is_new_function(&reach->reached.items[place], elements, count))
    try_loop(reach, place, elements, count);
}

/* ---- loops on the way ---- */

/* Meta-transitions inside a loop are worth a trial when the loop leaves each of
 * them by an edge: that is what can determine their counts.
 */
static bool leaves_inner_loops(const path_list *way) {
  for (size_t i = 0; i < way->count; i++)
    if (!way->items[i].edge && (i + 1 == way->count || !way->items[i + 1].edge))
      return false;
  return true;
}

/* The same way without its meta-transitions, and with them if they are few. */
static void try_both(struct reach *reach, uint32_t place,
                     const path_list *way) {
  path_list plain = {0};
  for (size_t i = 0; i < way->count; i++)
    if (way->items[i].edge)
      vec_push(&plain, way->items[i]);
  const size_t inner = way->count - plain.count;
  try_loop(reach, place, plain.items, plain.count);
  if (inner > 0 && inner <= MOST_INNER && leaves_inner_loops(way))
    try_loop(reach, place, way->items, way->count);
  vec_free(&plain);
}

void cycles_on_path(struct reach *reach, uint32_t number) {
  const uint32_t place = reach->nodes.items[number].place;
  path_list way = {0}, forwards = {0};
  uint32_t returns = 0;
  for (uint32_t at = number; way.count < LONGEST_WAY;) {
    const struct node *node = &reach->nodes.items[at];
    if (node->parent == NO_NODE)
      break;
    vec_push(&way, node->by);
    at = node->parent;
    if (reach->nodes.items[at].place != place)
      continue;
    forwards.count = 0;
    for (size_t i = way.count; i-- > 0;)
      vec_push(&forwards, way.items[i]);
    try_both(reach, place, &forwards);
    if (++returns == MOST_RETURNS)
      break;
  }
  vec_free(&way);
  vec_free(&forwards);
}

/* ---- all loops up to a length ---- */

struct enumeration {
  struct reach *reach;
  uint32_t place, length;
  uint32_t paths;
  path_list way;
};

static void enumerate_from(struct enumeration *enumeration, uint32_t at) {
  struct reach *reach = enumeration->reach;
  const struct place *place = reach->places.items.items[at];
  for (size_t i = 0; i < place->edges.count; i++) {
    const struct edge *edge = &place->edges.items[i];
    if (!edge->is_taken)
      continue;
    if (++enumeration->paths > MOST_ENUMERATED)
      return;
    vec_push(&enumeration->way, ((struct element){.edge = edge}));
    if (edge->to == enumeration->place)
      try_new_function(reach, enumeration->place, enumeration->way.items,
                       enumeration->way.count);
    if (enumeration->way.count < enumeration->length &&
        edge->to < reach->reached.count && reach->reached.items[edge->to].set)
      enumerate_from(enumeration, edge->to);
    enumeration->way.count--;
  }
}

void cycles_at(struct reach *reach, uint32_t place, uint32_t length) {
  struct enumeration enumeration = {
      .reach = reach, .place = place, .length = length};
  enumerate_from(&enumeration, place);
  vec_free(&enumeration.way);
}

void cycles_enumerate(struct reach *reach, uint32_t length) {
  for (uint32_t place = 0; place < reach->reached.count; place++)
    if (reach->reached.items[place].set)
      cycles_at(reach, place, length);
}

/* ---- known loops, one after the other ---- */

static void try_pair(struct reach *reach, const struct meta *first,
                     const struct meta *second) {
  struct element elements[LONGEST_COMBINED];
  const size_t count = first->element_count + second->element_count;
  if (count > LONGEST_COMBINED)
    return;
  memcpy(elements, first->elements, first->element_count * sizeof *elements);
  memcpy(elements + first->element_count, second->elements,
         second->element_count * sizeof *elements);
  try_new_function(reach, first->place, elements, count);
}

void cycles_combine(struct reach *reach) {
  for (uint32_t place = 0; place < reach->reached.count; place++) {
    size_t count = reach->reached.items[place].metas.count;
    if (count > MOST_COMBINED)
      count = MOST_COMBINED;
    for (size_t i = 0; i < count; i++)
      for (size_t k = 0; k < count; k++)
        if (i != k)
          try_pair(reach, reach->reached.items[place].metas.items[i],
                   reach->reached.items[place].metas.items[k]);
  }
}
