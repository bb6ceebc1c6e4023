/* Maps between vectors: the effect of statements. */
#include "symbolic/pvset.h"

#include "symbolic/pvset_isl.h"

#include <stddef.h>

isl_multi_aff *isl_of_affine(isl_ctx *ctx, const struct affine *affine) {
  isl_space *from = isl_space_set_alloc(ctx, 0, affine->columns);
  isl_local_space *local = isl_local_space_from_space(isl_space_copy(from));
  isl_multi_aff *out = isl_multi_aff_zero(isl_space_map_from_domain_and_range(
      from, isl_space_set_alloc(ctx, 0, affine->rows)));
  for (uint32_t i = 0; i < affine->rows; i++) {
    isl_aff *aff =
        isl_aff_val_on_domain(isl_local_space_copy(local),
                              isl_val_int_from_si(ctx, affine->offset[i]));
    for (uint32_t j = 0; j < affine->columns; j++) {
      const int64_t factor = affine->matrix[i * affine->columns + j];
      if (factor != 0)
        aff = isl_aff_set_coefficient_val(aff, isl_dim_in, (int)j,
                                          isl_val_int_from_si(ctx, factor));
    }
    out = isl_multi_aff_set_at(out, (int)i, aff);
  }
  isl_local_space_free(local);
  return out;
}

struct pvmap *pvmap_of_affine(const struct pvset *domain,
                              const struct affine *affine) {
  isl_ctx *ctx = isl_set_get_ctx(isl_of_set(domain));
  isl_map *map = isl_map_from_multi_aff(isl_of_affine(ctx, affine));
  return map_of_isl(isl_map_intersect_domain(map, take_set(domain)));
}

struct pvmap *pvmap_of_terms(const struct pvset *domain,
                             struct pvterm *const *terms, uint32_t count) {
  isl_ctx *ctx = isl_set_get_ctx(isl_of_set(domain));
  isl_space *space =
      isl_space_map_from_domain_and_range(isl_set_get_space(isl_of_set(domain)),
                                          isl_space_set_alloc(ctx, 0, count));
  isl_multi_pw_aff *all = isl_multi_pw_aff_zero(space);
  for (uint32_t i = 0; i < count; i++)
    all = isl_multi_pw_aff_set_at(all, (int)i, take_term(terms[i]));
  isl_map *map = isl_map_from_multi_pw_aff(all);
  return map_of_isl(isl_map_intersect_domain(map, take_set(domain)));
}

struct pvmap *pvmap_copy(const struct pvmap *map) {
  return map_of_isl(take_map(map));
}

void pvmap_free(struct pvmap *map) {
  isl_map_free(isl_of_map(map));
}

struct pvmap *pvmap_then(const struct pvmap *first,
                         const struct pvmap *second) {
  return map_of_isl(isl_map_apply_range(take_map(first), take_map(second)));
}

struct pvmap *pvmap_or(const struct pvmap *a, const struct pvmap *b) {
  return map_of_isl(isl_map_union(take_map(a), take_map(b)));
}

struct pvmap *pvmap_from(const struct pvmap *map, const struct pvset *domain) {
  return map_of_isl(isl_map_intersect_domain(take_map(map), take_set(domain)));
}

struct pvmap *pvmap_into(const struct pvmap *map, const struct pvset *range) {
  return map_of_isl(isl_map_intersect_range(take_map(map), take_set(range)));
}

struct pvset *pvmap_domain(const struct pvmap *map) {
  return set_of_isl(isl_map_domain(take_map(map)));
}

struct pvset *pvmap_image(const struct pvmap *map, const struct pvset *set) {
  return set_of_isl(isl_set_apply(take_set(set), take_map(map)));
}

struct pvset *pvmap_preimage(const struct pvmap *map, const struct pvset *set) {
  return set_of_isl(
      isl_set_apply(take_set(set), isl_map_reverse(take_map(map))));
}

struct pvmap *pvmap_identity(const struct pvset *set) {
  return map_of_isl(isl_set_identity(take_set(set)));
}

struct pvset *pvmap_fixed(const struct pvmap *map) {
  isl_set *set = isl_map_domain(take_map(map));
  isl_map *same = isl_map_intersect(take_map(map), isl_set_identity(set));
  return set_of_isl(isl_map_domain(same));
}

struct map_news {
  const struct pvmap *known;
  struct pvmap *map;
};

static void keep_new_piece(void *context, struct pvmap *piece) {
  struct map_news *news = context;
  if (!pvmap_is_subset(piece, news->known)) {
    isl_map *sum = isl_map_union(isl_of_map(news->map), take_map(piece));
    news->map = map_of_isl(sum);
  }
  pvmap_free(piece);
}

struct pvmap *pvmap_new_pieces(const struct pvmap *map,
                               const struct pvmap *known) {
  isl_map *none = isl_map_empty(isl_map_get_space(isl_of_map(map)));
  struct map_news news = {known, map_of_isl(none)};
  pvmap_each_piece(map, keep_new_piece, &news);
  return news.map;
}

struct pvmap *pvmap_simplify(const struct pvmap *map, uint32_t most_pieces) {
  const isl_size pieces = isl_map_n_basic_map(isl_of_map(map));
  return pieces < 0 || (uint32_t)pieces > most_pieces
             ? pvmap_copy(map)
             : map_of_isl(isl_map_coalesce(take_map(map)));
}

bool pvmap_is_empty(const struct pvmap *map) {
  return isl_map_is_empty(isl_of_map(map)) == isl_bool_true;
}

bool pvmap_is_subset(const struct pvmap *a, const struct pvmap *b) {
  return isl_map_is_subset(isl_of_map(a), isl_of_map(b)) == isl_bool_true;
}

struct map_visit {
  void (*visit)(void *context, struct pvmap *piece);
  void *context;
};

static isl_stat visit_basic_map(isl_basic_map *piece, void *context) {
  const struct map_visit *visit = context;
  visit->visit(visit->context, map_of_isl(isl_map_from_basic_map(piece)));
  return isl_stat_ok;
}

void pvmap_each_piece(const struct pvmap *map,
                      void (*visit)(void *context, struct pvmap *piece),
                      void *context) {
  struct map_visit each = {visit, context};
  isl_map *simple = isl_map_coalesce(take_map(map));
  (void)isl_map_foreach_basic_map(simple, visit_basic_map, &each);
  isl_map_free(simple);
}

/* The components of the function, or NULL where one is not affine. */
static struct affine *read_function(isl_multi_pw_aff *function, isl_size rows,
                                    isl_size columns) {
  struct affine *affine = affine_open((uint32_t)rows, (uint32_t)columns);
  bool fits = true;
  for (isl_size i = 0; i < rows && fits; i++) {
    isl_pw_aff *term = isl_multi_pw_aff_get_at(function, (int)i);
    fits = pvterm_is_affine(term_of_isl(term),
                            &affine->matrix[(size_t)i * (size_t)columns],
                            &affine->offset[i]);
    isl_pw_aff_free(term);
  }
  if (fits)
    return affine;
  affine_close(affine);
  return NULL;
}

/* The function of a map that is one and has the same coefficients everywhere.
 */
static struct affine *uniform_affine(isl_map *map) {
  const isl_size rows = isl_map_dim(map, isl_dim_out);
  const isl_size columns = isl_map_dim(map, isl_dim_in);
  if (rows < 0 || columns < 0 || isl_map_is_single_valued(map) != isl_bool_true)
    return NULL;
  isl_multi_pw_aff *function = isl_multi_pw_aff_from_pw_multi_aff(
      isl_pw_multi_aff_from_map(isl_map_copy(map)));
  struct affine *affine =
      function ? read_function(function, rows, columns) : NULL;
  isl_multi_pw_aff_free(function);
  return affine;
}

/* A function that may be that of a whole map. */
struct guess {
  isl_map *map;
  struct affine *affine; /* NULL: none found yet */
};

/* The coefficients of a piece are not unique: on a line, y = 1 may be y = x as
 * well.  Those that fit all pieces are the ones wanted.
 */
static isl_stat try_piece(isl_basic_map *piece, void *context) {
  struct guess *guess = context;
  isl_map *part = isl_map_from_basic_map(piece);
  struct affine *affine = guess->affine ? NULL : uniform_affine(part);
  if (affine) {
    isl_map *whole =
        isl_map_from_multi_aff(isl_of_affine(isl_map_get_ctx(part), affine));
    if (isl_map_is_subset(guess->map, whole) == isl_bool_true)
      guess->affine = affine;
    else
      affine_close(affine);
    isl_map_free(whole);
  }
  isl_map_free(part);
  return isl_stat_ok;
}

struct affine *pvmap_affine(const struct pvmap *map) {
  struct affine *affine = uniform_affine(isl_of_map(map));
  if (affine || isl_map_n_basic_map(isl_of_map(map)) < 2)
    return affine;
  struct guess guess = {.map = isl_of_map(map)};
  (void)isl_map_foreach_basic_map(isl_of_map(map), try_piece, &guess);
  return guess.affine;
}
