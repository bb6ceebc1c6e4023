/* Control states and what leads from one to another.
 *
 * A place is a control state.  Its edges are guarded instructions: where the
 * guard holds, the vector of symbolic variables becomes another and control
 * moves.  An atomic or d_step is one edge, except where a loop inside it meets:
 * such places exist, but nobody else sees them.
 */
#ifndef LARIAT_SYMBOLIC_PLACES_H
#define LARIAT_SYMBOLIC_PLACES_H

#include "symbolic/evaluate.h"
#include "symbolic/quiet.h"
#include "symbolic/symbolic.h"

typedef VEC(struct step) step_list;

/* One convex piece of a transition. */
struct edge {
  uint32_t from, to; /* places */
  struct pvset *guard;
  struct pvmap *map;
  struct affine *affine; /* the function, where it is one; else NULL */
  struct step *steps;    /* of the model; shared by the pieces */
  size_t step_count;
  bool is_taken; /* by some vector that was reached */
};

/* What goes wrong at a place, for some vectors. */
struct hazard {
  struct pvset *where;
  bool is_overflow; /* no violation: a number would wrap around */
  bool is_claim;    /* the claim's, not the program's */
  struct violation violation;
  struct step *steps; /* up to and including the bad one */
  size_t step_count;
};

struct place {
  const uint8_t *state; /* of the abstract model */
  size_t length;
  int32_t owner;  /* who must go on, or NO_PROCESS: everybody sees it */
  uint32_t claim; /* its state, before it reads this one */
  uint32_t dims;
  bool expanded;
  VEC(struct edge) edges;
  VEC(struct hazard) hazards;
};

struct places {
  struct control *control;
  struct pv *pv;
  const struct engine_config *config;
  const struct symbolic_claim *claim; /* or NULL */
  struct quiet *quiet;                /* to leave interleavings out, or NULL */
  bool has_left_out;                  /* some were */
  enum integers integers;
  struct arena *arena;
  struct intern *keys;
  struct map numbers; /* key -> index + 1 */
  VEC(struct place *) items;
};

void places_init(struct places *places, struct control *control, struct pv *pv,
                 const struct engine_config *config, enum integers integers);
void places_clear(struct places *places);

uint32_t places_add(struct places *places, const uint8_t *state, size_t length,
                    int32_t owner, uint32_t claim);

/* Finds the edges and hazards of a place, once. */
void places_expand(struct places *places, uint32_t number);

/* Evaluation at a place: fills the situation. */
void places_stand(const struct places *places, uint32_t number,
                  struct situation *situation);

#endif
