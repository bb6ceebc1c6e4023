/* Formulas of Hennessy and Milner (1985) over the labels of a graph.
 *
 *   true   !F   (F && G)   (F || G)
 *   <a>F           strong: an edge labelled a leads to a state with F
 *   <i* a i*>F     weak: so does one with hidden steps before and after it
 *   <i*>F          weak: hidden steps, or none, lead to a state with F
 *   <(G i)* a>F    until: hidden steps, from states with G to states with G,
 *                  then an edge labelled a to a state with F; <i* a>F if G is
 *                  true.  <(G i)* i?>F: or no such edge, if the last has F
 *
 * The last is the until of De Nicola and Vaandrager (1995), which tells apart
 * what is not branching bisimilar; the first two do the same for strong and
 * weak bisimilarity.  Parts of a formula are shared, so that a formula is no
 * larger than the number of its different parts.
 */
#ifndef LARIAT_LTS_HML_H
#define LARIAT_LTS_HML_H

#include "base/buffer.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/status.h"
#include "base/vec.h"
#include "lts/view.h"

#include <stdbool.h>

enum hml_mode { HML_STRONG, HML_WEAK, HML_UNTIL };
enum hml_kind { HML_TRUE, HML_NOT, HML_AND, HML_OR, HML_CAN };

/* Names a part of a formula. */
typedef struct {
  uint32_t index;
} hml_ref;

struct hml_part {
  enum hml_kind kind;
  uint32_t first, count; /* the operands */
  uint32_t label;        /* HML_CAN: operands are what holds after it, and G */
};

struct hml {
  enum hml_mode mode;
  VEC(struct hml_part) parts; /* the first is `true` */
  VEC(hml_ref) operands;
  hml_ref root;
};

/* A label may stand without quotes if it has these characters only. */
#define HML_PLAIN                                                              \
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_!?,.:#[]"

void hml_init(struct hml *hml, enum hml_mode mode);
void hml_clear(struct hml *hml);

hml_ref hml_true(void);
hml_ref hml_not(struct hml *hml, hml_ref part);
/* None gives true, and false; one gives itself. */
hml_ref hml_and(struct hml *hml, const hml_ref *parts, size_t count);
hml_ref hml_or(struct hml *hml, const hml_ref *parts, size_t count);
/* `along` is G, and counts with HML_UNTIL only. */
hml_ref hml_can(struct hml *hml, uint32_t label, hml_ref along, hml_ref after);

/* As text, with the names of the labels: as it stands or, where it is not
 * plain, between double quotes.  A formula that would be long because parts
 * occur many times is written with definitions before it:
 * `F1 = ...; F2 = (F1 && <b>F1); <a>F2`.
 */
void hml_print(struct buffer *out, const struct hml *hml,
               const char *const *names);

/* Reads what hml_print() wrote.  Labels get their numbers from the builder.
 * STATUS_BAD_INPUT: the diag says why.  *out is the caller's only otherwise.
 */
enum status hml_read(const char *name, const char *text,
                     struct lts_builder *labels, struct diag *diag,
                     struct hml *out);

/* If the formula says no more than that a run is possible: its labels, to be
 * freed with memory_free(); otherwise NULL.
 */
uint32_t *hml_run(const struct hml *hml, size_t *length);

/* ---- which states have a formula ---- */

struct hml_checker {
  const struct hml *hml;
  struct lts_view view;
  struct map known;  /* by part and state: 1 no, 2 yes */
  uint64_t patience; /* edges that may still be looked at */
  uint32_t depth;    /* of the parts being decided */
};

/* The formula may grow while it is checked. */
void hml_checker_init(struct hml_checker *checker, const struct hml *hml,
                      const struct lts_view *view, uint64_t patience);
void hml_checker_clear(struct hml_checker *checker);

/* False also when the checker has given up: patience is at an end, a state
 * cannot be looked at, or the formula is too deep.
 */
bool hml_holds(struct hml_checker *checker, hml_ref part, uint32_t state);
bool hml_checker_gave_up(const struct hml_checker *checker);

/* Does the initial state have the whole formula?  False, and *answer is void,
 * after giving up.  Runs may have any length.
 */
bool hml_decide(const struct hml *hml, const struct lts_view *view,
                uint64_t patience, bool *answer);

#endif
