/* Periodic vector sets: sets of integer vectors, and maps between them.
 *
 * After Boigelot and Wolper, "Symbolic Verification with Periodic Sets" (CAV
 * 1994): {x | exists k: x = Ck + d and Pk <= q} and finite unions of such sets.
 * They are the sets that Presburger arithmetic defines, and isl computes with
 * them exactly; the files pvset*.c are the only ones that know isl.
 *
 * Values are never changed: every function gives a new one, to be released with
 * its _free(), which accepts NULL.  An operation that needs more work than
 * pv_allow() gave it yields NULL, and so does whatever is computed from NULL;
 * questions are then answered with no, and pv_gave_up() says so.
 */
#ifndef LARIAT_SYMBOLIC_PVSET_H
#define LARIAT_SYMBOLIC_PVSET_H

#include "base/buffer.h"
#include "symbolic/affine.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct pv;     /* what all of the below belongs to */
struct pvset;  /* a set of vectors */
struct pvterm; /* a number that depends on a vector */
struct pvmap;  /* a relation between vectors */

struct pv *pv_open(void);
void pv_close(struct pv *pv); /* accepts NULL */

/* Bounds the work of the calls up to the next pv_allow(); 0: no bound. */
void pv_allow(struct pv *pv, uint64_t operations);
/* Did a call since the last pv_allow() yield NULL for want of work? */
bool pv_gave_up(struct pv *pv);

/* Ends all further work, even in the middle of a call, as soon as the clock
 * (CLOCK_MONOTONIC, in seconds) passes `deadline` or *interrupt is set; 0 and
 * NULL: neither.  Up to pv_unwatch(), which allows work again.
 */
void pv_watch(struct pv *pv, double deadline,
              const volatile sig_atomic_t *interrupt);
void pv_unwatch(struct pv *pv);

/* ---- sets ---- */

struct pvset *pvset_all(struct pv *pv, uint32_t dims);
struct pvset *pvset_none(struct pv *pv, uint32_t dims);
struct pvset *pvset_of_point(struct pv *pv, uint32_t dims,
                             const int64_t *point);
struct pvset *pvset_copy(const struct pvset *set);
void pvset_free(struct pvset *set);

struct pvset *pvset_and(const struct pvset *a, const struct pvset *b);
struct pvset *pvset_or(const struct pvset *a, const struct pvset *b);
struct pvset *pvset_minus(const struct pvset *a, const struct pvset *b);
struct pvset *pvset_not(const struct pvset *set);
/* The same points in fewer pieces, unless there are more than most_pieces. */
struct pvset *pvset_simplify(const struct pvset *set, uint32_t most_pieces);

bool pvset_is_empty(const struct pvset *set);
bool pvset_is_all(const struct pvset *set);
bool pvset_is_subset(const struct pvset *a, const struct pvset *b);
uint32_t pvset_dims(const struct pvset *set);
uint32_t pvset_pieces(const struct pvset *set);

/* Replaces *set = *set op other. */
void pvset_add(struct pvset **set, const struct pvset *other);
void pvset_cut(struct pvset **set, const struct pvset *other);

/* The pieces of a set that do not lie inside another, as they are. */
struct pvset *pvset_new_pieces(const struct pvset *set,
                               const struct pvset *known);

/* Visits the convex pieces; each is the visitor's to free. */
void pvset_each_piece(const struct pvset *set,
                      void (*visit)(void *context, struct pvset *piece),
                      void *context);

/* Some point of the set, with small numbers where that is easy; false: it is
 * empty, or the numbers are too large.
 */
bool pvset_point(const struct pvset *set, int64_t *point);

/* The number of points of all the sets together, in decimal; false: infinitely
 * many.
 */
bool pvset_count(struct pv *pv, const struct pvset *const *sets, size_t count,
                 struct buffer *out);

/* All points of a set, one after the other in *out, which the caller frees;
 * false: they are more than `most`, or infinitely many.
 */
bool pvset_points(const struct pvset *set, size_t most, int64_t **out,
                  size_t *count);

/* The set for people: "c in [1, N], g = c", with " or " between pieces. */
void pvset_describe(const struct pvset *set, const char *const *names,
                    struct buffer *out);

/* ---- terms, over vectors of so many dimensions ---- */

struct pvterm *pvterm_constant(struct pv *pv, uint32_t dims, int64_t value);
struct pvterm *pvterm_variable(struct pv *pv, uint32_t dims, uint32_t index);
struct pvterm *pvterm_copy(const struct pvterm *term);
void pvterm_free(struct pvterm *term);
struct pvterm *pvterm_add(const struct pvterm *a, const struct pvterm *b);
struct pvterm *pvterm_subtract(const struct pvterm *a, const struct pvterm *b);
struct pvterm *pvterm_scale(const struct pvterm *term, int64_t factor);
/* As in C: towards zero, and the remainder that goes with it. */
struct pvterm *pvterm_divide(const struct pvterm *term, int64_t by);
struct pvterm *pvterm_remainder(const struct pvterm *term, int64_t by);
/* The number in [least, least + size) that differs by a multiple of size. */
struct pvterm *pvterm_wrap(const struct pvterm *term, int64_t least,
                           int64_t size);
struct pvterm *pvterm_truth(const struct pvset *set); /* 1 inside, else 0 */
struct pvterm *pvterm_choose(const struct pvset *condition,
                             const struct pvterm *a, const struct pvterm *b);

enum pv_comparison { PV_LT, PV_LE, PV_EQ, PV_NE };
struct pvset *pvset_compare(const struct pvterm *a, enum pv_comparison how,
                            const struct pvterm *b);

/* The coefficients of a term that is affine with integers everywhere: `row` has
 * one for each dimension.  False: it is not.
 */
bool pvterm_is_affine(const struct pvterm *term, int64_t *row,
                      int64_t *constant);

/* ---- maps ---- */

/* x -> (terms of x), for x in the domain. */
struct pvmap *pvmap_of_terms(const struct pvset *domain,
                             struct pvterm *const *terms, uint32_t count);
struct pvmap *pvmap_of_affine(const struct pvset *domain,
                              const struct affine *affine);
struct pvmap *pvmap_copy(const struct pvmap *map);
void pvmap_free(struct pvmap *map);
struct pvmap *pvmap_then(const struct pvmap *first, const struct pvmap *second);
struct pvmap *pvmap_or(const struct pvmap *a, const struct pvmap *b);
struct pvmap *pvmap_from(const struct pvmap *map, const struct pvset *domain);
struct pvmap *pvmap_into(const struct pvmap *map, const struct pvset *range);
struct pvset *pvmap_domain(const struct pvmap *map);
struct pvset *pvmap_image(const struct pvmap *map, const struct pvset *set);
struct pvset *pvmap_preimage(const struct pvmap *map, const struct pvset *set);
struct pvmap *pvmap_identity(const struct pvset *set);
/* The vectors that the map relates to themselves. */
struct pvset *pvmap_fixed(const struct pvmap *map);
/* The pieces of a map that do not lie inside another, as they are. */
struct pvmap *pvmap_new_pieces(const struct pvmap *map,
                               const struct pvmap *known);
struct pvmap *pvmap_simplify(const struct pvmap *map, uint32_t most_pieces);
/* Of a transitive map between vectors of the same kind, with no vector related
 * to itself: is there certainly no endless way along it?  For each piece a
 * number is looked for that becomes smaller and is bounded (pvset_rank.c).
 */
bool pvmap_is_well_founded(const struct pvmap *map);
bool pvmap_is_empty(const struct pvmap *map);
bool pvmap_is_subset(const struct pvmap *a, const struct pvmap *b);
/* The function, when it is one and affine with integers; else NULL. */
struct affine *pvmap_affine(const struct pvmap *map);
void pvmap_each_piece(const struct pvmap *map,
                      void (*visit)(void *context, struct pvmap *piece),
                      void *context);

/* ---- loops ---- */

/* Repeated execution of `guard -> x := Ax + b`, once or more often: formula 2
 * of the paper with the single execution kept.  Exact, or NULL when the powers
 * of A are too many.
 */
struct pvmap *pvmap_repeat(const struct pvset *guard,
                           const struct affine *affine);

#endif
