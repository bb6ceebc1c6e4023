/* Sets for people.
 *
 * Each piece is a list: what a variable equals, in which interval it lies, and
 * what it leaves as a remainder.  A piece with stranger divisions is written as
 * isl does.
 */
#include "symbolic/pvset.h"

#include "base/memory.h"
#include "base/vec.h"
#include "symbolic/pvset_isl.h"

#include <stdlib.h>
#include <string.h>

/* One variable's bounds, as texts. */
struct bounds {
  VEC(char *) lower, upper;
};

struct listing {
  const char *const *names;
  uint32_t dims;
  struct bounds *bounds;
  struct buffer out; /* equations and remainders, with commas */
  bool strange;
};

static char *copy_text(const struct buffer *buffer) {
  char *copy = memory_alloc(buffer->length + 1);
  memcpy(copy, buffer_text(buffer), buffer->length);
  return copy;
}

/* ---- linear forms ---- */

struct form {
  int64_t *coefficients;
  int64_t constant;
};

static void put_product(struct buffer *out, int64_t factor, const char *name) {
  if (out->length > 0)
    buffer_puts(out, factor < 0 ? " - " : " + ");
  else if (factor < 0)
    buffer_puts(out, "-");
  const int64_t size = factor < 0 ? -factor : factor;
  if (size != 1)
    buffer_printf(out, "%lld*", (long long)size);
  buffer_puts(out, name);
}

/* sign * form without the variable `left_out`. */
static void put_form(struct buffer *out, const struct listing *listing,
                     const struct form *form, int64_t sign, uint32_t left_out) {
  struct buffer text = {0};
  for (uint32_t i = 0; i < listing->dims; i++)
    if (i != left_out && form->coefficients[i] != 0)
      put_product(&text, sign * form->coefficients[i], listing->names[i]);
  const int64_t constant = sign * form->constant;
  if (text.length == 0)
    buffer_printf(&text, "%lld", (long long)constant);
  else if (constant != 0)
    buffer_printf(&text, " %c %lld", constant < 0 ? '-' : '+',
                  (long long)(constant < 0 ? -constant : constant));
  buffer_puts(out, buffer_text(&text));
  buffer_free(&text);
}

static void put_comma(struct buffer *out) {
  if (out->length > 0)
    buffer_puts(out, ", ");
}

/* A variable with the coefficient 1 or -1, the last one when `last`. */
static uint32_t unit_variable(const struct listing *listing,
                              const struct form *form, bool last) {
  uint32_t found = listing->dims;
  for (uint32_t i = 0; i < listing->dims; i++)
    if ((form->coefficients[i] == 1 || form->coefficients[i] == -1) &&
        (last || found == listing->dims))
      found = i;
  return found;
}

/* form = 0 */
static void add_equation(struct listing *listing, const struct form *form) {
  const uint32_t solved = unit_variable(listing, form, true);
  put_comma(&listing->out);
  if (solved < listing->dims) {
    buffer_printf(&listing->out, "%s = ", listing->names[solved]);
    put_form(&listing->out, listing, form, -form->coefficients[solved], solved);
  } else {
    put_form(&listing->out, listing, form, 1, listing->dims);
    buffer_puts(&listing->out, " = 0");
  }
}

/* form >= 0 */
static void add_inequality(struct listing *listing, const struct form *form) {
  const uint32_t solved = unit_variable(listing, form, false);
  if (solved == listing->dims) {
    put_comma(&listing->out);
    put_form(&listing->out, listing, form, 1, listing->dims);
    buffer_puts(&listing->out, " >= 0");
    return;
  }
  struct buffer text = {0};
  const int64_t sign = form->coefficients[solved];
  put_form(&text, listing, form, -sign, solved);
  if (sign > 0)
    vec_push(&listing->bounds[solved].lower, copy_text(&text));
  else
    vec_push(&listing->bounds[solved].upper, copy_text(&text));
  buffer_free(&text);
}

/* form is a multiple of `of`: written with a positive first coefficient */
static void add_multiple(struct listing *listing, const struct form *form,
                         int64_t of) {
  int64_t sign = 0;
  for (uint32_t i = 0; i < listing->dims && sign == 0; i++)
    sign = form->coefficients[i] < 0 ? -1 : form->coefficients[i] > 0;
  put_comma(&listing->out);
  buffer_putc(&listing->out, '(');
  put_form(&listing->out, listing, form, sign < 0 ? -1 : 1, listing->dims);
  buffer_printf(&listing->out, ") %% %lld = 0", (long long)(of < 0 ? -of : of));
}

/* ---- constraints ---- */

/* The factor of the only division, 0: there is none; strange: there are more.
 */
static int64_t division_factor(struct listing *listing,
                               isl_constraint *constraint) {
  const isl_size divisions = isl_constraint_dim(constraint, isl_dim_div);
  int64_t factor = 0;
  for (isl_size i = 0; i < divisions; i++) {
    int64_t number = 0;
    isl_val *val =
        isl_constraint_get_coefficient_val(constraint, isl_dim_div, (int)i);
    listing->strange |=
        !number_of_isl(val, &number) || (number != 0 && factor != 0);
    factor = number != 0 ? number : factor;
  }
  return factor;
}

static isl_stat add_constraint(isl_constraint *constraint, void *context) {
  struct listing *listing = context;
  struct form form = {0};
  form.coefficients =
      memory_alloc((listing->dims + 1) * sizeof *form.coefficients);
  for (uint32_t i = 0; i < listing->dims; i++)
    listing->strange |= !number_of_isl(
        isl_constraint_get_coefficient_val(constraint, isl_dim_set, (int)i),
        &form.coefficients[i]);
  listing->strange |= !number_of_isl(
      isl_constraint_get_constant_val(constraint), &form.constant);
  const bool is_equation =
      isl_constraint_is_equality(constraint) == isl_bool_true;
  const int64_t factor = division_factor(listing, constraint);
  if (factor != 0 && is_equation)
    add_multiple(listing, &form, factor);
  else if (factor != 0)
    listing->strange = true;
  else if (is_equation)
    add_equation(listing, &form);
  else
    add_inequality(listing, &form);
  memory_free(form.coefficients);
  isl_constraint_free(constraint);
  return isl_stat_ok;
}

/* ---- a piece ---- */

static void put_bounds(struct buffer *out, const char *name,
                       const struct bounds *bounds) {
  if (bounds->lower.count == 1 && bounds->upper.count == 1) {
    put_comma(out);
    buffer_printf(out, "%s in [%s, %s]", name, bounds->lower.items[0],
                  bounds->upper.items[0]);
    return;
  }
  for (size_t i = 0; i < bounds->lower.count; i++) {
    put_comma(out);
    buffer_printf(out, "%s >= %s", name, bounds->lower.items[i]);
  }
  for (size_t i = 0; i < bounds->upper.count; i++) {
    put_comma(out);
    buffer_printf(out, "%s <= %s", name, bounds->upper.items[i]);
  }
}

static void clear_bounds(struct bounds *bounds) {
  for (size_t i = 0; i < bounds->lower.count; i++)
    memory_free(bounds->lower.items[i]);
  for (size_t i = 0; i < bounds->upper.count; i++)
    memory_free(bounds->upper.items[i]);
  vec_free(&bounds->lower);
  vec_free(&bounds->upper);
}

/* As isl writes it, between its braces. */
static void put_strange(struct buffer *out, isl_basic_set *piece,
                        const struct listing *listing) {
  isl_set *named = isl_set_from_basic_set(isl_basic_set_copy(piece));
  for (uint32_t i = 0; i < listing->dims; i++)
    named = isl_set_set_dim_name(named, isl_dim_set, i, listing->names[i]);
  char *text = isl_set_to_str(named);
  const char *start = text ? strstr(text, " : ") : NULL;
  const char *end = text ? strrchr(text, '}') : NULL;
  if (start && end && end > start + 3)
    buffer_add(out, start + 3, (size_t)(end - start) - 4);
  else if (text)
    buffer_puts(out, text);
  free(text);
  isl_set_free(named);
}

static isl_stat describe_piece(isl_basic_set *piece, void *context) {
  struct listing *parent = context;
  struct listing listing = {.names = parent->names, .dims = parent->dims};
  listing.bounds = memory_alloc((listing.dims + 1) * sizeof *listing.bounds);
  piece = isl_basic_set_detect_equalities(piece);
  piece = isl_basic_set_remove_redundancies(piece);
  (void)isl_basic_set_foreach_constraint(piece, add_constraint, &listing);
  struct buffer text = {0};
  for (uint32_t i = 0; i < listing.dims; i++)
    put_bounds(&text, listing.names[i], &listing.bounds[i]);
  if (listing.out.length > 0) {
    put_comma(&text);
    buffer_puts(&text, buffer_text(&listing.out));
  }
  if (listing.strange) {
    buffer_clear(&text);
    put_strange(&text, piece, &listing);
  }
  if (parent->out.length > 0)
    buffer_puts(&parent->out, " or ");
  buffer_puts(&parent->out,
              text.length > 0 ? buffer_text(&text) : "any values");
  for (uint32_t i = 0; i < listing.dims; i++)
    clear_bounds(&listing.bounds[i]);
  memory_free(listing.bounds);
  buffer_free(&listing.out);
  buffer_free(&text);
  isl_basic_set_free(piece);
  return isl_stat_ok;
}

void pvset_describe(const struct pvset *set, const char *const *names,
                    struct buffer *out) {
  struct listing listing = {.names = names, .dims = pvset_dims(set)};
  isl_set *simple = isl_set_coalesce(take_set(set));
  (void)isl_set_foreach_basic_set(simple, describe_piece, &listing);
  isl_set_free(simple);
  buffer_puts(out, buffer_text(&listing.out));
  buffer_free(&listing.out);
}
