/* What runs are looked for, as a Büchi automaton over the model's propositions.
 *
 * A claim describes the runs that violate a property: it is the negation of a
 * formula, a never claim, or the standing claims for accept and progress
 * labels.  It moves in step with the model, reading the state before each
 * transition of the model and the events of that transition; a run that visits
 * accepting states of the claim again and again, or reaches a final one,
 * violates the property.  One search (search/buchi_det.c) takes a deterministic
 * claim of the good runs instead: there the runs that do not visit accepting
 * states again and again, or reach a final one, violate the property.
 */
#ifndef LARIAT_SEARCH_CLAIM_H
#define LARIAT_SEARCH_CLAIM_H

#include "base/arena.h"
#include "model/model.h"

#include <stdbool.h>
#include <stdint.h>

enum { CLAIM_MOST_ATOMS = 64 };

/* All of `yes` hold and none of `no`: bits are indices of claim->atoms. */
struct claim_cube {
  uint64_t yes, no;
};

/* May be taken when one of the cubes holds. */
struct claim_edge {
  uint32_t target;
  const struct claim_cube *cubes;
  uint32_t cube_count;
  int32_t assertion; /* an atom that must hold when it is taken, or -1 */
  struct span where;
};

struct claim_state {
  struct claim_edge *edges;
  uint32_t edge_count;
  bool accepting;
  bool final; /* being here is a violation by itself */
};

struct claim {
  struct arena *arena;
  struct claim_state *states;
  uint32_t state_count;
  uint32_t *initial;
  uint32_t initial_count;
  uint32_t atoms[CLAIM_MOST_ATOMS]; /* indices of model->atoms */
  uint32_t atom_count;
  uint64_t fallible; /* of them: evaluating one may be a run-time error */
  bool stutters;     /* a run that stops is read as repeating its last state */
  bool weak;         /* a cycle accepts in all of its states or in none */
  const struct finite_claim *finite; /* not NULL: it reads finite words, and has
                                        no edges; see finite_claim.h */
};

/* A never claim of the model.  NULL when it has statements a claim cannot have,
 * or more than CLAIM_MOST_ATOMS conditions: *problem says which.
 */
struct claim *claim_from_never(const struct model *model,
                               const struct proctype *never,
                               const char **problem);

/* Runs on which some process is at an accept label again and again. */
struct claim *claim_for_acceptance(const struct model *model);

/* Runs on which, from some point on, no process is at a progress label. */
struct claim *claim_for_progress(const struct model *model);

/* The opposite, runs with progress again and again: deterministic. */
struct claim *claim_for_good_progress(const struct model *model);

/* All runs. */
struct claim *claim_for_anything(void);

void claim_close(struct claim *claim); /* accepts NULL */

/* For those who build claims: an empty one with so many states. */
struct claim *claim_open(uint32_t state_count);
/* The bit of an atom of the model; -1 when there are too many. */
int32_t claim_atom(struct claim *claim, uint32_t model_atom);
struct claim_edge *claim_add_edge(struct claim *claim, uint32_t from,
                                  uint32_t to, const struct claim_cube *cubes,
                                  uint32_t cube_count);
void claim_add_initial(struct claim *claim, uint32_t state);

/* Runs that stop do not count.  Then neither does a prefix of a run that might
 * have to stop, unless it ends a never claim, which is a violation in any case.
 */
void claim_leave_out_stopping(struct claim *claim, bool prefixes_too);

/* Finds which atoms are fallible. */
void claim_find_fallible(struct claim *claim, const struct model *model,
                         bool check_overflow);

#endif
