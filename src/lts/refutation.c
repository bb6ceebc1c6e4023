/* From reasons to a formula: see refutation.h.
 *
 * A pair whose left state moves gives <a>(all the reasons), one whose right
 * state moves gives !<a>(none of the reasons).  Reasons have smaller numbers
 * than what they are reasons for, so the pairs that matter are found from the
 * last one down, and their formulas built from the first one up.
 */
#include "lts/refutation.h"

enum { MOST_PARTS = 100000 };

void refutation_clear(struct refutation *refutation) {
  vec_free(&refutation->pairs);
  vec_free(&refutation->because);
}

size_t refutation_bytes(const struct refutation *refutation) {
  return refutation->pairs.capacity * sizeof *refutation->pairs.items +
         refutation->because.capacity * sizeof *refutation->because.items;
}

uint32_t refutation_add(struct refutation *refutation, bool by_right,
                        uint32_t label) {
  uint32_t first = 0;
  if (refutation->pairs.count > 0) {
    const struct refuted *last = vec_last(&refutation->pairs);
    first = last->first + last->count;
  }
  const struct refuted refuted = {.by_right = by_right,
                                  .label = label,
                                  .first = first,
                                  .count = (uint32_t)refutation->because.count -
                                           first};
  vec_push(&refutation->pairs, refuted);
  return (uint32_t)refutation->pairs.count - 1;
}

/* One byte for each pair up to this one: does it matter? */
static uint8_t *find_needed(const struct refutation *refutation,
                            uint32_t pair) {
  uint8_t *needed = memory_alloc((size_t)pair + 1);
  needed[pair] = 1;
  for (uint32_t i = pair + 1; i-- > 0;) {
    const struct refuted *refuted = &refutation->pairs.items[i];
    for (uint32_t b = 0; needed[i] && b < refuted->count; b++)
      needed[refutation->because.items[refuted->first + b]] = 1;
  }
  return needed;
}

typedef VEC(hml_ref) part_list;

static bool has_part(const part_list *parts, hml_ref part) {
  for (size_t i = 0; i < parts->count; i++)
    if (parts->items[i].index == part.index)
      return true;
  return false;
}

/* What the left state of a pair has and the right one has not. */
static hml_ref formula_of(const struct refutation *refutation,
                          const struct refuted *refuted, const hml_ref *known,
                          struct hml *hml) {
  part_list parts = {0};
  for (uint32_t i = 0; i < refuted->count; i++) {
    hml_ref part = known[refutation->because.items[refuted->first + i]];
    if (refuted->by_right)
      part = hml_not(hml, part);
    if (!has_part(&parts, part))
      vec_push(&parts, part);
  }
  const hml_ref after = hml_and(hml, parts.items, parts.count);
  vec_free(&parts);
  const hml_ref can = hml_can(hml, refuted->label, hml_true(), after);
  return refuted->by_right ? hml_not(hml, can) : can;
}

bool refutation_formula(const struct refutation *refutation, uint32_t pair,
                        struct hml *out, bool *of_left) {
  uint8_t *needed = find_needed(refutation, pair);
  hml_ref *known = memory_alloc(((size_t)pair + 1) * sizeof *known);
  hml_init(out, HML_STRONG);
  for (uint32_t i = 0; i <= pair && out->parts.count <= MOST_PARTS; i++)
    if (needed[i])
      known[i] =
          formula_of(refutation, &refutation->pairs.items[i], known, out);
  out->root = known[pair];
  *of_left = !refutation->pairs.items[pair].by_right;
  if (!*of_left)
    out->root = hml_not(out, out->root);
  memory_free(known);
  memory_free(needed);
  return out->parts.count <= MOST_PARTS;
}
