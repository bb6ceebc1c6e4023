/* From a bad set back to a run.
 *
 * A point of the set is chosen, then a point of the parent's set that leads to
 * it, and so on to the initial set.  Forwards, an edge is its steps, and a
 * meta-transition so many rounds as its function takes from one point to the
 * next.  Rounds that contain inner meta-transitions are unrolled one by one, by
 * the same method.
 */
#include "symbolic/reach.h"

#include <string.h>

enum { MOST_STEPS = 4 * 1000 * 1000 };

struct unrolling {
  struct reach *reach;
  step_list steps;
  VEC(struct symbolic_part) parts;
  bool failed;
};

/* A vector and its room. */
typedef VEC(int64_t) point_list;

static void set_room(point_list *point, uint32_t dims) {
  vec_reserve(point, (size_t)dims + 1);
  point->count = dims;
}

static struct pvset *set_of(const struct unrolling *unrolling,
                            const point_list *point) {
  return pvset_of_point(unrolling->reach->places.pv, (uint32_t)point->count,
                        point->items);
}

/* A point of `before` from which the element leads to `to`. */
static bool point_before(struct unrolling *unrolling, const struct element *by,
                         const struct pvset *before, const point_list *to,
                         point_list *out) {
  struct pvset *target = set_of(unrolling, to);
  struct pvset *sources = pvmap_preimage(element_map(by), target);
  pvset_cut(&sources, before);
  set_room(out, pvset_dims(before));
  const bool found = pvset_point(sources, out->items);
  pvset_free(target);
  pvset_free(sources);
  return found;
}

static void add_steps(struct unrolling *unrolling, const struct step *steps,
                      size_t count) {
  if (unrolling->steps.count + count > MOST_STEPS) {
    unrolling->failed = true;
    return;
  }
  for (size_t i = 0; i < count; i++)
    vec_push(&unrolling->steps, steps[i]);
}

static void unroll_element(struct unrolling *unrolling,
                           const struct element *by, const point_list *from,
                           const point_list *to);

/* Through a sequence whose ends are known. */
static void unroll_sequence(struct unrolling *unrolling,
                            const struct element *elements, size_t count,
                            const point_list *from, const point_list *to) {
  struct pvset **sets = memory_alloc((count + 1) * sizeof *sets);
  point_list *points = memory_alloc((count + 1) * sizeof *points);
  sets[0] = set_of(unrolling, from);
  for (size_t i = 0; i < count; i++)
    sets[i + 1] = pvmap_image(element_map(&elements[i]), sets[i]);
  set_room(&points[count], (uint32_t)to->count);
  memcpy(points[count].items, to->items, to->count * sizeof *to->items);
  for (size_t i = count; i-- > 0 && !unrolling->failed;)
    unrolling->failed = !point_before(unrolling, &elements[i], sets[i],
                                      &points[i + 1], &points[i]);
  for (size_t i = 0; i < count && !unrolling->failed; i++)
    unroll_element(unrolling, &elements[i], &points[i], &points[i + 1]);
  for (size_t i = 0; i <= count; i++) {
    pvset_free(sets[i]);
    vec_free(&points[i]);
  }
  memory_free(sets);
  memory_free(points);
}

static bool is_plain(const struct meta *meta) {
  for (size_t i = 0; i < meta->element_count; i++)
    if (!meta->elements[i].edge)
      return false;
  return true;
}

static bool is_equal(const point_list *a, const point_list *b) {
  return a->count == b->count &&
         memcmp(a->items, b->items, a->count * sizeof *a->items) == 0;
}

static void add_round(struct unrolling *unrolling, const struct meta *meta,
                      const point_list *from, const point_list *to) {
  if (!is_plain(meta)) {
    unroll_sequence(unrolling, meta->elements, meta->element_count, from, to);
    return;
  }
  for (size_t i = 0; i < meta->element_count; i++)
    add_steps(unrolling, meta->elements[i].edge->steps,
              meta->elements[i].edge->step_count);
}

/* Rounds until the point is there.  A function that moves a point for ever does
 * not come back, so the first time is the only one.  Where a number moves by
 * the same amount in each round, their count is known beforehand.
 */
static bool is_too_far(const struct meta *meta, const point_list *from,
                       const point_list *to) {
  const struct affine *affine = meta->affine;
  for (uint32_t i = 0; i < affine->rows; i++) {
    bool is_shift = affine->offset[i] != 0;
    for (uint32_t j = 0; j < affine->columns; j++)
      is_shift &= affine->matrix[i * affine->columns + j] == (i == j);
    if (is_shift &&
        (to->items[i] - from->items[i]) / affine->offset[i] > MOST_STEPS)
      return true;
  }
  return false;
}

static void unroll_meta(struct unrolling *unrolling, const struct meta *meta,
                        const point_list *from, const point_list *to) {
  point_list here = {0}, next = {0};
  set_room(&here, (uint32_t)from->count);
  set_room(&next, (uint32_t)from->count);
  memcpy(here.items, from->items, from->count * sizeof *from->items);
  const size_t first = unrolling->steps.count;
  uint64_t rounds = 0;
  size_t round_steps = 0;
  unrolling->failed |= is_too_far(meta, from, to);
  while (!unrolling->failed) {
    if (!affine_apply(meta->affine, here.items, next.items) ||
        ++rounds > MOST_STEPS) {
      unrolling->failed = true;
      break;
    }
    add_round(unrolling, meta, &here, &next);
    if (rounds == 1)
      round_steps = unrolling->steps.count - first;
    memcpy(here.items, next.items, here.count * sizeof *here.items);
    if (is_equal(&here, to))
      break;
  }
  if (rounds > 1 && is_plain(meta))
    vec_push(&unrolling->parts,
             ((struct symbolic_part){first, round_steps, rounds}));
  vec_free(&here);
  vec_free(&next);
}

static void unroll_element(struct unrolling *unrolling,
                           const struct element *by, const point_list *from,
                           const point_list *to) {
  if (by->edge)
    add_steps(unrolling, by->edge->steps, by->edge->step_count);
  else
    unroll_meta(unrolling, by->meta, from, to);
}

/* The way from the initial set to the node, forwards. */
static void find_way(const struct reach *reach, uint32_t number,
                     path_list *way) {
  for (uint32_t at = number; reach->nodes.items[at].parent != NO_NODE;
       at = reach->nodes.items[at].parent)
    vec_push(way, reach->nodes.items[at].by);
  for (size_t i = 0; i < way->count / 2; i++) {
    const struct element other = way->items[i];
    way->items[i] = way->items[way->count - 1 - i];
    way->items[way->count - 1 - i] = other;
  }
}

/* Points along the way, from the bad one backwards; points[0] is initial. */
static void find_points(struct unrolling *unrolling, uint32_t number,
                        const struct pvset *bad, const path_list *way,
                        point_list *points) {
  const struct reach *reach = unrolling->reach;
  point_list *last = &points[way->count];
  set_room(last, pvset_dims(bad));
  unrolling->failed = !pvset_point(bad, last->items);
  uint32_t at = number;
  for (size_t i = way->count; i-- > 0 && !unrolling->failed;) {
    at = reach->nodes.items[at].parent;
    unrolling->failed =
        !point_before(unrolling, &way->items[i], reach->nodes.items[at].set,
                      &points[i + 1], &points[i]);
  }
}

/* The values that the initial point gives to parameters. */
static void keep_parameters(const struct unrolling *unrolling,
                            const point_list *point, struct symbolic_run *out) {
  const struct variables *variables =
      &unrolling->reach->places.control->variables;
  out->parameters = memory_alloc((point->count + 1) * sizeof *out->parameters);
  for (size_t i = 0; i < variables->items.count; i++) {
    const struct symbolic_var *chosen = variables->items.items[i];
    for (uint32_t k = 0; k < chosen->var->count && chosen->is_parameter; k++)
      out->parameters[out->parameter_count++] = (struct parameter_value){
          chosen->var, k, point->items[chosen->first + k]};
  }
}

/* What leads from the last point on: single steps, or a loop. */
struct ending {
  const struct step *steps;
  size_t step_count;
  const struct element *loop;
  size_t loop_count;
};

static bool unroll_to(struct reach *reach, uint32_t node,
                      const struct pvset *bad, const struct ending *ending,
                      struct symbolic_run *out) {
  struct unrolling unrolling = {.reach = reach};
  path_list way = {0};
  find_way(reach, node, &way);
  point_list *points = memory_alloc((way.count + 1) * sizeof *points);
  find_points(&unrolling, node, bad, &way, points);
  for (size_t i = 0; i < way.count && !unrolling.failed; i++)
    unroll_element(&unrolling, &way.items[i], &points[i], &points[i + 1]);
  add_steps(&unrolling, ending->steps, ending->step_count);
  const size_t loop_start = unrolling.steps.count;
  if (ending->loop && !unrolling.failed)
    unroll_sequence(&unrolling, ending->loop, ending->loop_count,
                    &points[way.count], &points[way.count]);
  *out = (struct symbolic_run){.steps = unrolling.steps.items,
                               .step_count = unrolling.steps.count,
                               .loop_start = loop_start,
                               .is_cycle = ending->loop != NULL,
                               .parts = unrolling.parts.items,
                               .part_count = unrolling.parts.count};
  if (!unrolling.failed)
    keep_parameters(&unrolling, &points[0], out);
  for (size_t i = 0; i <= way.count; i++)
    vec_free(&points[i]);
  memory_free(points);
  vec_free(&way);
  if (!unrolling.failed)
    return true;
  memory_free(out->steps);
  memory_free(out->parts);
  *out = (struct symbolic_run){0};
  return false;
}

bool unroll(struct reach *reach, uint32_t node, const struct pvset *bad,
            const struct violation *violation, const struct step *steps,
            size_t step_count, struct symbolic_run *out) {
  const struct ending ending = {.steps = steps, .step_count = step_count};
  const bool found = unroll_to(reach, node, bad, &ending, out);
  if (found)
    out->violation = *violation;
  return found;
}

bool unroll_lasso(struct reach *reach, uint32_t node, const struct pvset *start,
                  const struct element *loop, size_t loop_count,
                  struct symbolic_run *out) {
  const struct ending ending = {.loop = loop, .loop_count = loop_count};
  const bool found = unroll_to(reach, node, start, &ending, out);
  if (found)
    out->violation = reach->config->claim->cycle;
  return found;
}
