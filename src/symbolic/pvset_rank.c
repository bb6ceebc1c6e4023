/* Relations along which no way is endless.
 *
 * A transitive relation that is a finite union of well-founded ones is itself
 * well-founded (Podelski and Rybalchenko, "Transition invariants", 2004).  So
 * each piece is looked at alone, and for it a function of few kinds is tried:
 * x, -x, x - y and x + y, with values that go down along the piece and have a
 * bound.
 */
#include "symbolic/pvset.h"

#include "symbolic/pvset_isl.h"

/* sign_i * x[i] + sign_j * x[j]; only the first when i == j. */
struct rank {
  int i, sign_i, j, sign_j;
};

/* The function, of the vector that begins at `first`; times `factor`. */
static isl_aff *add_rank(isl_aff *aff, const struct rank *rank, int first,
                         int factor) {
  aff = isl_aff_add_coefficient_si(aff, isl_dim_in, first + rank->i,
                                   factor * rank->sign_i);
  if (rank->i != rank->j)
    aff = isl_aff_add_coefficient_si(aff, isl_dim_in, first + rank->j,
                                     factor * rank->sign_j);
  return aff;
}

static isl_aff *zero_on(isl_set *set) {
  return isl_aff_zero_on_domain(
      isl_local_space_from_space(isl_set_get_space(set)));
}

/* `pairs` has the vectors before and after, one behind the other. */
static bool is_rank(isl_set *pairs, int dims, const struct rank *rank) {
  isl_aff *change = add_rank(zero_on(pairs), rank, dims, 1);
  change = add_rank(change, rank, 0, -1);
  isl_val *most = isl_set_max_val(pairs, change);
  const bool falls = most && isl_val_is_rat(most) == isl_bool_true &&
                     isl_val_is_neg(most) == isl_bool_true;
  isl_val_free(most);
  isl_aff_free(change);
  if (!falls)
    return false;
  isl_aff *value = add_rank(zero_on(pairs), rank, 0, 1);
  isl_val *least = isl_set_min_val(pairs, value);
  const bool is_bounded = least && isl_val_is_rat(least) == isl_bool_true;
  isl_val_free(least);
  isl_aff_free(value);
  return is_bounded;
}

static bool has_rank(isl_set *pairs, int dims) {
  for (int i = 0; i < dims; i++)
    for (int j = i; j < dims; j++)
      for (int signs = 0; signs < (i == j ? 2 : 4); signs++) {
        const struct rank rank = {i, signs & 1 ? -1 : 1, j, signs & 2 ? -1 : 1};
        if (is_rank(pairs, dims, &rank))
          return true;
      }
  return false;
}

static isl_stat rank_piece(isl_basic_map *piece, void *context) {
  bool *all = context;
  isl_map *map = isl_map_from_basic_map(piece);
  const isl_size dims = isl_map_dim(map, isl_dim_in);
  isl_set *pairs = isl_set_flatten(isl_map_wrap(map));
  *all = *all && dims >= 0 && has_rank(pairs, (int)dims);
  isl_set_free(pairs);
  return isl_stat_ok;
}

/* Without a vector that comes back, a finite set has no endless way. */
static bool is_finite(isl_map *map) {
  isl_set *domain = isl_map_domain(isl_map_copy(map));
  const bool finite = isl_set_is_bounded(domain) == isl_bool_true;
  isl_set_free(domain);
  return finite;
}

bool pvmap_is_well_founded(const struct pvmap *map) {
  bool all = true;
  if (is_finite(isl_of_map(map)))
    return true;
  const isl_stat done =
      isl_map_foreach_basic_map(isl_of_map(map), rank_piece, &all);
  return done == isl_stat_ok && all;
}
