/* Sets of integer vectors on top of isl.
 *
 * isl's sets are unions of basic sets: linear equalities and inequalities with
 * integer divisions, so periods are exact where polyhedra lose them and unions
 * cover what no single piece does.  All tests (emptiness, inclusion) are exact;
 * the paper's own inclusion test could miss some.
 *
 * Order of evaluation: isl's functions consume their arguments, and C does not
 * say which argument is computed first; none of the calls here depends on it,
 * because every argument is a fresh reference.
 */
#include "symbolic/pvset.h"

#include "base/memory.h"
#include "base/vec.h"
#include "symbolic/pvset_isl.h"

#include <stdlib.h>

struct pv *pv_open(void) {
  struct pv *pv = memory_alloc(sizeof *pv);
  pv->ctx = isl_ctx_alloc();
  if (!pv->ctx)
    memory_exhausted();
  isl_options_set_on_error(pv->ctx, ISL_ON_ERROR_CONTINUE);
  return pv;
}

void pv_close(struct pv *pv) {
  if (!pv)
    return;
  pv_unwatch(pv);
  isl_ctx_free(pv->ctx);
  memory_free(pv);
}

void pv_allow(struct pv *pv, uint64_t operations) {
  isl_ctx_reset_error(pv->ctx);
  isl_ctx_reset_operations(pv->ctx);
  isl_ctx_set_max_operations(pv->ctx, operations);
}

bool pv_gave_up(struct pv *pv) {
  return isl_ctx_last_error(pv->ctx) != isl_error_none;
}

static isl_space *space_of(struct pv *pv, uint32_t dims) {
  return isl_space_set_alloc(pv->ctx, 0, dims);
}

struct pvset *pvset_all(struct pv *pv, uint32_t dims) {
  return set_of_isl(isl_set_universe(space_of(pv, dims)));
}

struct pvset *pvset_none(struct pv *pv, uint32_t dims) {
  return set_of_isl(isl_set_empty(space_of(pv, dims)));
}

struct pvset *pvset_of_point(struct pv *pv, uint32_t dims,
                             const int64_t *point) {
  isl_set *set = isl_set_universe(space_of(pv, dims));
  for (uint32_t i = 0; i < dims; i++)
    set = isl_set_fix_val(set, isl_dim_set, i,
                          isl_val_int_from_si(pv->ctx, point[i]));
  return set_of_isl(set);
}

struct pvset *pvset_copy(const struct pvset *set) {
  return set_of_isl(take_set(set));
}

void pvset_free(struct pvset *set) {
  isl_set_free(isl_of_set(set));
}

struct pvset *pvset_and(const struct pvset *a, const struct pvset *b) {
  return set_of_isl(isl_set_intersect(take_set(a), take_set(b)));
}

struct pvset *pvset_or(const struct pvset *a, const struct pvset *b) {
  return set_of_isl(isl_set_union(take_set(a), take_set(b)));
}

struct pvset *pvset_minus(const struct pvset *a, const struct pvset *b) {
  return set_of_isl(isl_set_subtract(take_set(a), take_set(b)));
}

struct pvset *pvset_not(const struct pvset *set) {
  return set_of_isl(isl_set_complement(take_set(set)));
}

struct pvset *pvset_simplify(const struct pvset *set, uint32_t most_pieces) {
  return pvset_pieces(set) > most_pieces
             ? pvset_copy(set)
             : set_of_isl(isl_set_coalesce(take_set(set)));
}

void pvset_add(struct pvset **set, const struct pvset *other) {
  *set = set_of_isl(isl_set_union(isl_of_set(*set), take_set(other)));
}

void pvset_cut(struct pvset **set, const struct pvset *other) {
  *set = set_of_isl(isl_set_intersect(isl_of_set(*set), take_set(other)));
}

bool pvset_is_empty(const struct pvset *set) {
  return isl_set_is_empty(isl_of_set(set)) == isl_bool_true;
}

bool pvset_is_all(const struct pvset *set) {
  return isl_set_plain_is_universe(isl_of_set(set)) == isl_bool_true;
}

bool pvset_is_subset(const struct pvset *a, const struct pvset *b) {
  return isl_set_is_subset(isl_of_set(a), isl_of_set(b)) == isl_bool_true;
}

uint32_t pvset_dims(const struct pvset *set) {
  const isl_size dims = isl_set_dim(isl_of_set(set), isl_dim_set);
  return dims < 0 ? 0 : (uint32_t)dims;
}

uint32_t pvset_pieces(const struct pvset *set) {
  const isl_size pieces = isl_set_n_basic_set(isl_of_set(set));
  return pieces < 0 ? 0 : (uint32_t)pieces;
}

struct set_visit {
  void (*visit)(void *context, struct pvset *piece);
  void *context;
};

static isl_stat visit_basic_set(isl_basic_set *piece, void *context) {
  const struct set_visit *visit = context;
  visit->visit(visit->context, set_of_isl(isl_set_from_basic_set(piece)));
  return isl_stat_ok;
}

void pvset_each_piece(const struct pvset *set,
                      void (*visit)(void *context, struct pvset *piece),
                      void *context) {
  struct set_visit each = {visit, context};
  (void)isl_set_foreach_basic_set(isl_of_set(set), visit_basic_set, &each);
}

bool number_of_isl(isl_val *val, int64_t *out) {
  const bool fits = val && isl_val_is_int(val) == isl_bool_true &&
                    isl_val_cmp_si(val, AFFINE_LARGEST) <= 0 &&
                    isl_val_cmp_si(val, -AFFINE_LARGEST) >= 0;
  if (fits)
    *out = isl_val_get_num_si(val);
  isl_val_free(val);
  return fits;
}

/* Takes the set. */
static bool sample(isl_set *set, uint32_t dims, int64_t *out) {
  isl_point *point = isl_set_sample_point(set);
  bool found = point && isl_point_is_void(point) == isl_bool_false;
  for (uint32_t i = 0; i < dims && found; i++)
    found = number_of_isl(
        isl_point_get_coordinate_val(point, isl_dim_set, (int)i), &out[i]);
  isl_point_free(point);
  return found;
}

/* The part of the set where no number is larger than `size`. */
static isl_set *inside_box(const struct pvset *set, uint32_t dims, int size) {
  isl_set *box = take_set(set);
  for (uint32_t i = 0; i < dims; i++) {
    box = isl_set_lower_bound_si(box, isl_dim_set, i, -size);
    box = isl_set_upper_bound_si(box, isl_dim_set, i, size);
  }
  return box;
}

bool pvset_point(const struct pvset *set, int64_t *point) {
  static const int sizes[] = {2, 16, 1024};
  const uint32_t dims = pvset_dims(set);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (sample(inside_box(set, dims, sizes[i]), dims, point))
      return true;
  return sample(take_set(set), dims, point);
}

/* The number of points; NULL: infinitely many, or not found. */
static isl_val *count_of(const struct pvset *set) {
  if (isl_set_is_bounded(isl_of_set(set)) != isl_bool_true)
    return NULL;
  return isl_set_count_val(isl_of_set(set));
}

bool pvset_count(struct pv *pv, const struct pvset *const *sets, size_t count,
                 struct buffer *out) {
  isl_val *sum = isl_val_zero(pv->ctx);
  for (size_t i = 0; i < count && sum; i++)
    sum = isl_val_add(sum, count_of(sets[i]));
  char *text =
      sum && isl_val_is_int(sum) == isl_bool_true ? isl_val_to_str(sum) : NULL;
  const bool is_finite = text && text[0] != '\0';
  if (is_finite)
    buffer_puts(out, text);
  free(text);
  isl_val_free(sum);
  return is_finite;
}

struct points {
  uint32_t dims;
  size_t most, count;
  VEC(int64_t) values;
};

static isl_stat keep_point(isl_point *point, void *context) {
  struct points *points = context;
  int64_t value = 0;
  bool fits = ++points->count <= points->most;
  for (uint32_t i = 0; i < points->dims && fits; i++) {
    fits = number_of_isl(
        isl_point_get_coordinate_val(point, isl_dim_set, (int)i), &value);
    vec_push(&points->values, value);
  }
  isl_point_free(point);
  return fits ? isl_stat_ok : isl_stat_error;
}

bool pvset_points(const struct pvset *set, size_t most, int64_t **out,
                  size_t *count) {
  struct points points = {.dims = pvset_dims(set), .most = most};
  const bool all = isl_set_is_bounded(isl_of_set(set)) == isl_bool_true &&
                   isl_set_foreach_point(isl_of_set(set), keep_point,
                                         &points) == isl_stat_ok;
  *out = points.values.items;
  *count = points.count;
  if (all)
    return true;
  vec_free(&points.values);
  *out = NULL;
  return false;
}

struct news {
  const struct pvset *known;
  struct pvset *set;
};

static void keep_new_piece(void *context, struct pvset *piece) {
  struct news *news = context;
  if (!pvset_is_subset(piece, news->known))
    pvset_add(&news->set, piece);
  pvset_free(piece);
}

struct pvset *pvset_new_pieces(const struct pvset *set,
                               const struct pvset *known) {
  isl_set *none = isl_set_empty(isl_set_get_space(isl_of_set(set)));
  struct news news = {known, set_of_isl(none)};
  pvset_each_piece(set, keep_new_piece, &news);
  return news.set;
}
