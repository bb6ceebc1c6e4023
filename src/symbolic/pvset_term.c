/* Terms: piecewise affine functions with integer divisions. */
#include "symbolic/pvset.h"

#include "symbolic/pvset_isl.h"

static isl_local_space *local_space(isl_ctx *ctx, uint32_t dims) {
  return isl_local_space_from_space(isl_space_set_alloc(ctx, 0, dims));
}

struct pvterm *pvterm_constant(struct pv *pv, uint32_t dims, int64_t value) {
  isl_aff *aff = isl_aff_val_on_domain(local_space(pv->ctx, dims),
                                       isl_val_int_from_si(pv->ctx, value));
  return term_of_isl(isl_pw_aff_from_aff(aff));
}

struct pvterm *pvterm_variable(struct pv *pv, uint32_t dims, uint32_t index) {
  isl_aff *aff =
      isl_aff_var_on_domain(local_space(pv->ctx, dims), isl_dim_set, index);
  return term_of_isl(isl_pw_aff_from_aff(aff));
}

struct pvterm *pvterm_copy(const struct pvterm *term) {
  return term_of_isl(take_term(term));
}

void pvterm_free(struct pvterm *term) {
  isl_pw_aff_free(isl_of_term(term));
}

struct pvterm *pvterm_add(const struct pvterm *a, const struct pvterm *b) {
  return term_of_isl(isl_pw_aff_add(take_term(a), take_term(b)));
}

struct pvterm *pvterm_subtract(const struct pvterm *a, const struct pvterm *b) {
  return term_of_isl(isl_pw_aff_sub(take_term(a), take_term(b)));
}

static isl_val *number(const struct pvterm *term, int64_t value) {
  return isl_val_int_from_si(isl_pw_aff_get_ctx(isl_of_term(term)), value);
}

struct pvterm *pvterm_scale(const struct pvterm *term, int64_t factor) {
  return term_of_isl(
      isl_pw_aff_scale_val(take_term(term), number(term, factor)));
}

/* A constant on the same vectors. */
static isl_pw_aff *constant_like(const struct pvterm *term, int64_t value) {
  isl_space *space = isl_space_domain(isl_pw_aff_get_space(isl_of_term(term)));
  return isl_pw_aff_from_aff(isl_aff_val_on_domain(
      isl_local_space_from_space(space), number(term, value)));
}

struct pvterm *pvterm_divide(const struct pvterm *term, int64_t by) {
  return term_of_isl(
      isl_pw_aff_tdiv_q(take_term(term), constant_like(term, by)));
}

struct pvterm *pvterm_remainder(const struct pvterm *term, int64_t by) {
  return term_of_isl(
      isl_pw_aff_tdiv_r(take_term(term), constant_like(term, by)));
}

struct pvterm *pvterm_wrap(const struct pvterm *term, int64_t least,
                           int64_t size) {
  isl_pw_aff *shifted =
      isl_pw_aff_sub(take_term(term), constant_like(term, least));
  isl_pw_aff *wrapped = isl_pw_aff_mod_val(shifted, number(term, size));
  return term_of_isl(isl_pw_aff_add(wrapped, constant_like(term, least)));
}

struct pvterm *pvterm_truth(const struct pvset *set) {
  return term_of_isl(isl_set_indicator_function(take_set(set)));
}

struct pvterm *pvterm_choose(const struct pvset *condition,
                             const struct pvterm *a, const struct pvterm *b) {
  return term_of_isl(
      isl_pw_aff_cond(isl_set_indicator_function(take_set(condition)),
                      take_term(a), take_term(b)));
}

struct pvset *pvset_compare(const struct pvterm *a, enum pv_comparison how,
                            const struct pvterm *b) {
  switch (how) {
  case PV_LT:
    return set_of_isl(isl_pw_aff_lt_set(take_term(a), take_term(b)));
  case PV_LE:
    return set_of_isl(isl_pw_aff_le_set(take_term(a), take_term(b)));
  case PV_EQ:
    return set_of_isl(isl_pw_aff_eq_set(take_term(a), take_term(b)));
  case PV_NE:
    return set_of_isl(isl_pw_aff_ne_set(take_term(a), take_term(b)));
  }
  return NULL;
}

/* ---- coefficients ---- */

struct row {
  int64_t *coefficients, *constant;
  bool fits;
};

static bool has_divisions(isl_aff *aff) {
  const isl_size divisions = isl_aff_dim(aff, isl_dim_div);
  for (isl_size i = 0; i < divisions; i++) {
    const isl_bool is_used =
        isl_aff_involves_dims(aff, isl_dim_div, (unsigned)i, 1);
    if (is_used != isl_bool_false)
      return true;
  }
  return divisions < 0;
}

static isl_stat read_row(isl_set *domain, isl_aff *aff, void *context) {
  struct row *row = context;
  const isl_size dims = isl_aff_dim(aff, isl_dim_in);
  row->fits = dims >= 0 && !has_divisions(aff) &&
              number_of_isl(isl_aff_get_constant_val(aff), row->constant);
  for (isl_size i = 0; i < dims && row->fits; i++)
    row->fits =
        number_of_isl(isl_aff_get_coefficient_val(aff, isl_dim_in, (int)i),
                      &row->coefficients[i]);
  isl_set_free(domain);
  isl_aff_free(aff);
  return isl_stat_ok;
}

/* The visitor writes: NOLINTBEGIN(readability-non-const-parameter) */
bool pvterm_is_affine(const struct pvterm *term, int64_t *row,
                      int64_t *constant) {
  /* NOLINTEND(readability-non-const-parameter) */
  struct row reading = {row, constant, false};
  if (isl_pw_aff_n_piece(isl_of_term(term)) != 1)
    return false;
  (void)isl_pw_aff_foreach_piece(isl_of_term(term), read_row, &reading);
  return reading.fits;
}
