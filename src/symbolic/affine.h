/* Affine functions x -> Ax + b of integer vectors, and the powers of A.
 *
 * What the paper on periodic vector sets calls the linear transformation of a
 * normalised instruction.  Coefficients are 64-bit; whatever would pass
 * AFFINE_LARGEST is refused instead.
 */
#ifndef LARIAT_SYMBOLIC_AFFINE_H
#define LARIAT_SYMBOLIC_AFFINE_H

#include <stdbool.h>
#include <stdint.h>

/* Powers of A that are looked at. */
enum { LONGEST_PERIOD = 12 };

#define AFFINE_LARGEST ((int64_t)1 << 40)

struct affine {
  uint32_t rows, columns; /* values after, values before */
  int64_t *matrix;        /* by rows */
  int64_t *offset;
};

/* Zero everywhere; release with affine_close(), which accepts NULL. */
struct affine *affine_open(uint32_t rows, uint32_t columns);
struct affine *affine_copy(const struct affine *affine);
void affine_close(struct affine *affine);

/* First one, then the other; NULL when a coefficient would be too large. */
struct affine *affine_then(const struct affine *first,
                           const struct affine *second);

bool affine_same(const struct affine *a, const struct affine *b);
bool affine_same_matrix(const struct affine *a, const struct affine *b);
bool affine_is_identity(const struct affine *affine);

/* y = Ax + b; false when a value would be too large. */
bool affine_apply(const struct affine *affine, const int64_t *x, int64_t *y);

/* The smallest L >= 1 for which A^L is idempotent, 0 when there is none up to
 * `most`: either the powers of A are infinitely many or too many.
 */
uint32_t affine_period(const struct affine *affine, uint32_t most);

#endif
