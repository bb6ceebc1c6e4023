/* See affine.h.  Plain loops: the vectors are the counters of a program. */
#include "symbolic/affine.h"

#include "base/memory.h"

#include <string.h>

struct affine *affine_open(uint32_t rows, uint32_t columns) {
  struct affine *affine = memory_alloc(sizeof *affine);
  affine->rows = rows;
  affine->columns = columns;
  affine->matrix =
      memory_alloc(((size_t)rows * columns + 1) * sizeof *affine->matrix);
  affine->offset = memory_alloc(((size_t)rows + 1) * sizeof *affine->offset);
  return affine;
}

void affine_close(struct affine *affine) {
  if (!affine)
    return;
  memory_free(affine->matrix);
  memory_free(affine->offset);
  memory_free(affine);
}

struct affine *affine_copy(const struct affine *affine) {
  struct affine *copy = affine_open(affine->rows, affine->columns);
  memcpy(copy->matrix, affine->matrix,
         (size_t)affine->rows * affine->columns * sizeof *copy->matrix);
  memcpy(copy->offset, affine->offset, affine->rows * sizeof *copy->offset);
  return copy;
}

/* *sum += factor * value, unless the result is too large. */
static bool add_product(int64_t *sum, int64_t factor, int64_t value) {
  int64_t product;
  return !__builtin_mul_overflow(factor, value, &product) &&
         !__builtin_add_overflow(*sum, product, sum) &&
         *sum <= AFFINE_LARGEST && *sum >= -AFFINE_LARGEST;
}

bool affine_apply(const struct affine *affine, const int64_t *x, int64_t *y) {
  for (uint32_t i = 0; i < affine->rows; i++) {
    y[i] = affine->offset[i];
    for (uint32_t j = 0; j < affine->columns; j++)
      if (!add_product(&y[i], affine->matrix[i * affine->columns + j], x[j]))
        return false;
  }
  return true;
}

/* Row i of the product, and its offset. */
static bool compose_row(const struct affine *first, const struct affine *second,
                        uint32_t i, struct affine *out) {
  out->offset[i] = second->offset[i];
  for (uint32_t k = 0; k < first->rows; k++) {
    const int64_t factor = second->matrix[i * second->columns + k];
    if (factor == 0)
      continue;
    if (!add_product(&out->offset[i], factor, first->offset[k]))
      return false;
    for (uint32_t j = 0; j < first->columns; j++)
      if (!add_product(&out->matrix[i * out->columns + j], factor,
                       first->matrix[k * first->columns + j]))
        return false;
  }
  return true;
}

struct affine *affine_then(const struct affine *first,
                           const struct affine *second) {
  struct affine *out = affine_open(second->rows, first->columns);
  for (uint32_t i = 0; i < second->rows; i++)
    if (!compose_row(first, second, i, out)) {
      affine_close(out);
      return NULL;
    }
  return out;
}

bool affine_same_matrix(const struct affine *a, const struct affine *b) {
  return a->rows == b->rows && a->columns == b->columns &&
         memcmp(a->matrix, b->matrix,
                (size_t)a->rows * a->columns * sizeof *a->matrix) == 0;
}

bool affine_same(const struct affine *a, const struct affine *b) {
  return affine_same_matrix(a, b) &&
         memcmp(a->offset, b->offset, a->rows * sizeof *a->offset) == 0;
}

bool affine_is_identity(const struct affine *affine) {
  if (affine->rows != affine->columns)
    return false;
  for (uint32_t i = 0; i < affine->rows; i++) {
    if (affine->offset[i] != 0)
      return false;
    for (uint32_t j = 0; j < affine->columns; j++)
      if (affine->matrix[i * affine->columns + j] != (i == j))
        return false;
  }
  return true;
}

/* Is A^2 = A?  The offset of the square does not matter. */
static bool is_idempotent(const struct affine *affine) {
  struct affine *square = affine_then(affine, affine);
  const bool same = square && affine_same_matrix(square, affine);
  affine_close(square);
  return same;
}

uint32_t affine_period(const struct affine *affine, uint32_t most) {
  struct affine *power = affine_copy(affine);
  uint32_t period = 0;
  for (uint32_t i = 1; i <= most && power && period == 0; i++) {
    if (is_idempotent(power)) {
      period = i;
      break;
    }
    struct affine *next = affine_then(power, affine);
    affine_close(power);
    power = next;
  }
  affine_close(power);
  return period;
}
