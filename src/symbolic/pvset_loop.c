/* Repeated execution of an instruction: meta-transitions.
 *
 * For an idempotent A the values after k + 1 executions from x are
 * Ax + kAb + b.  They are reached when the guard holds before each execution.
 * A convex guard needs testing only before the first, the second and the last
 * one (the paper's formula 2); one with divisions is tested before all of them,
 * "for no i < k is the guard false".  The single execution, k = 0, is kept as a
 * piece of its own.
 *
 * Beyond the paper: when A is not idempotent but A^L is, L executions are
 * repeated instead, with up to L - 1 single ones after them.  Such an L exists
 * exactly when A has finitely many powers: swaps, rotations, transfers.
 */
#include "symbolic/pvset.h"

#include "symbolic/pvset_isl.h"

#include <stddef.h>

/* x and the number of repetitions, mapped to Ax + (k + shift)Ab + b.  The
 * repetitions are column `counter` of `columns`.
 */
static isl_multi_aff *after_repetitions(isl_ctx *ctx,
                                        const struct affine *affine,
                                        uint32_t columns, uint32_t counter,
                                        int64_t shift) {
  const uint32_t dims = affine->rows;
  struct affine *out = affine_open(dims, columns);
  for (uint32_t i = 0; i < dims; i++) {
    int64_t period = 0; /* (Ab)[i] */
    for (uint32_t j = 0; j < dims; j++) {
      out->matrix[i * columns + j] = affine->matrix[i * dims + j];
      period += affine->matrix[i * dims + j] * affine->offset[j];
    }
    out->matrix[i * columns + counter] = period;
    out->offset[i] = affine->offset[i] + shift * period;
  }
  isl_multi_aff *function = isl_of_affine(ctx, out);
  affine_close(out);
  return function;
}

/* Where x lies in the guard, among vectors with more columns. */
static isl_set *guard_first(isl_ctx *ctx, const struct pvset *guard,
                            uint32_t dims, uint32_t columns) {
  struct affine *project = affine_open(dims, columns);
  for (uint32_t i = 0; i < dims; i++)
    project->matrix[i * columns + i] = 1;
  isl_set *set =
      isl_set_preimage_multi_aff(take_set(guard), isl_of_affine(ctx, project));
  affine_close(project);
  return set;
}

/* Formula 2: (x, k), k >= 1, with the guard before executions 1, 2 and k + 1.
 */
static isl_set *convex_repetitions(isl_ctx *ctx, const struct pvset *guard,
                                   const struct affine *affine) {
  const uint32_t dims = affine->rows, columns = dims + 1;
  isl_set *set = guard_first(ctx, guard, dims, columns);
  isl_multi_aff *last = after_repetitions(ctx, affine, columns, dims, -1);
  isl_multi_aff *second = isl_of_affine(ctx, affine);
  isl_set *before_second = isl_set_preimage_multi_aff(take_set(guard), second);
  isl_set *lifted = guard_first(ctx, set_of_isl(before_second), dims, columns);
  isl_set_free(before_second);
  set = isl_set_intersect(set, lifted);
  set =
      isl_set_intersect(set, isl_set_preimage_multi_aff(take_set(guard), last));
  return isl_set_lower_bound_si(set, isl_dim_set, dims, 1);
}

/* The same for any guard: (x, k) such that no i < k leads out of it. */
static isl_set *general_repetitions(isl_ctx *ctx, const struct pvset *guard,
                                    const struct affine *affine) {
  const uint32_t dims = affine->rows, columns = dims + 2;
  isl_set *outside = isl_set_preimage_multi_aff(
      isl_set_complement(take_set(guard)),
      after_repetitions(ctx, affine, columns, dims + 1, 0));
  outside = isl_set_lower_bound_si(outside, isl_dim_set, dims + 1, 0);
  isl_constraint *below = isl_constraint_alloc_inequality(
      isl_local_space_from_space(isl_set_get_space(outside)));
  below = isl_constraint_set_coefficient_si(below, isl_dim_set, (int)dims, 1);
  below =
      isl_constraint_set_coefficient_si(below, isl_dim_set, (int)dims + 1, -1);
  below = isl_constraint_set_constant_si(below, -1);
  outside = isl_set_add_constraint(outside, below);
  outside = isl_set_project_out(outside, isl_dim_set, dims + 1, 1);
  isl_set *set = guard_first(ctx, guard, dims, dims + 1);
  set = isl_set_lower_bound_si(set, isl_dim_set, dims, 1);
  return isl_set_coalesce(isl_set_subtract(set, outside));
}

static isl_stat find_divisions(isl_basic_set *piece, void *context) {
  bool *found = context;
  *found |= isl_basic_set_dim(piece, isl_dim_div) != 0;
  isl_basic_set_free(piece);
  return isl_stat_ok;
}

static bool is_convex(const struct pvset *guard) {
  bool has_divisions = false;
  if (pvset_pieces(guard) != 1)
    return false;
  (void)isl_set_foreach_basic_set(isl_of_set(guard), find_divisions,
                                  &has_divisions);
  return !has_divisions;
}

/* One or more executions, for an idempotent A. */
static struct pvmap *repeat_idempotent(const struct pvset *guard,
                                       const struct affine *affine) {
  isl_ctx *ctx = isl_set_get_ctx(isl_of_set(guard));
  const uint32_t dims = affine->rows;
  isl_set *repetitions = is_convex(guard)
                             ? convex_repetitions(ctx, guard, affine)
                             : general_repetitions(ctx, guard, affine);
  isl_map *map =
      isl_map_from_multi_aff(after_repetitions(ctx, affine, dims + 1, dims, 0));
  map = isl_map_intersect_domain(map, repetitions);
  map = isl_map_project_out(map, isl_dim_in, dims, 1);
  isl_map *once = isl_of_map(pvmap_of_affine(guard, affine));
  return map_of_isl(isl_map_coalesce(isl_map_union(map, once)));
}

/* `count` executions as one: its guard, and its function in *power. */
static struct pvset *power_of(const struct pvset *guard,
                              const struct affine *affine, uint32_t count,
                              struct affine **power) {
  struct pvset *whole = pvset_copy(guard);
  *power = affine_copy(affine);
  for (uint32_t i = 1; i < count && *power; i++) {
    isl_ctx *ctx = isl_set_get_ctx(isl_of_set(guard));
    isl_set *later =
        isl_set_preimage_multi_aff(take_set(guard), isl_of_affine(ctx, *power));
    pvset_cut(&whole, set_of_isl(later));
    isl_set_free(later);
    struct affine *next = affine_then(*power, affine);
    affine_close(*power);
    *power = next;
  }
  return whole;
}

/* Up to count - 1 single executions after `map`, and before it none: all
 * numbers of executions that are at least `count`.
 */
static struct pvmap *with_rest(struct pvmap *map, const struct pvmap *once,
                               uint32_t count) {
  struct pvmap *last = pvmap_copy(map), *all = map;
  for (uint32_t i = 1; i < count; i++) {
    struct pvmap *next = pvmap_then(last, once);
    struct pvmap *sum = pvmap_or(all, next);
    pvmap_free(last);
    pvmap_free(all);
    last = next;
    all = sum;
  }
  pvmap_free(last);
  return all;
}

/* 1 to count - 1 executions. */
static struct pvmap *few(const struct pvmap *once, uint32_t count) {
  struct pvmap *first = pvmap_copy(once);
  return with_rest(first, once, count - 1);
}

struct pvmap *pvmap_repeat(const struct pvset *guard,
                           const struct affine *affine) {
  const uint32_t period = affine_period(affine, LONGEST_PERIOD);
  if (period == 0)
    return NULL;
  if (period == 1)
    return repeat_idempotent(guard, affine);
  struct affine *power = NULL;
  struct pvset *whole = power_of(guard, affine, period, &power);
  struct pvmap *out = NULL;
  if (power) {
    struct pvmap *once = pvmap_of_affine(guard, affine);
    struct pvmap *many =
        with_rest(repeat_idempotent(whole, power), once, period);
    struct pvmap *start = few(once, period);
    out = map_of_isl(
        isl_map_coalesce(isl_map_union(isl_of_map(many), isl_of_map(start))));
    pvmap_free(once);
  }
  affine_close(power);
  pvset_free(whole);
  return out;
}
