/* How the types of pvset.h are isl's; for the files pvset*.c alone. */
#ifndef LARIAT_SYMBOLIC_PVSET_ISL_H
#define LARIAT_SYMBOLIC_PVSET_ISL_H

#include "symbolic/pvset.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

struct pv {
  isl_ctx *ctx;
  struct pv_watcher *watcher; /* or NULL */
};

/* A value of ours and one of isl's are the same object. */
static inline isl_set *isl_of_set(const struct pvset *set) {
  return (isl_set *)set;
}
static inline struct pvset *set_of_isl(isl_set *set) {
  return (struct pvset *)set;
}
static inline isl_map *isl_of_map(const struct pvmap *map) {
  return (isl_map *)map;
}
static inline struct pvmap *map_of_isl(isl_map *map) {
  return (struct pvmap *)map;
}
static inline isl_pw_aff *isl_of_term(const struct pvterm *term) {
  return (isl_pw_aff *)term;
}
static inline struct pvterm *term_of_isl(isl_pw_aff *term) {
  return (struct pvterm *)term;
}

/* A fresh reference: isl's functions take theirs. */
static inline isl_set *take_set(const struct pvset *set) {
  return isl_set_copy(isl_of_set(set));
}
static inline isl_map *take_map(const struct pvmap *map) {
  return isl_map_copy(isl_of_map(map));
}
static inline isl_pw_aff *take_term(const struct pvterm *term) {
  return isl_pw_aff_copy(isl_of_term(term));
}

/* The affine function from vectors of affine->columns dimensions. */
isl_multi_aff *isl_of_affine(isl_ctx *ctx, const struct affine *affine);

/* A value as a number; false: it is none, or too large. */
bool number_of_isl(isl_val *val, int64_t *out); /* takes val */

#endif
