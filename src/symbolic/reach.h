/* The exploration: nodes, meta-transitions, the queue. */
#ifndef LARIAT_SYMBOLIC_REACH_H
#define LARIAT_SYMBOLIC_REACH_H

#include "symbolic/places.h"
#include "symbolic/symbolic.h"

struct meta;

/* One thing that leads from a place to a place. */
struct element {
  const struct edge *edge; /* or, NULL: */
  const struct meta *meta;
};

/* A sequence of edges and meta-transitions. */
typedef VEC(struct element) path_list;

/* A loop, executed once or more often. */
struct meta {
  uint32_t place;
  struct pvmap *map;
  struct affine *affine;          /* of one round */
  const struct element *elements; /* one round */
  size_t element_count;
};

enum { NO_NODE = UINT32_MAX };

/* What one piece of the exploration may cost: a few seconds. */
enum { STEP_WORK = 8 * 1000 * 1000 };

/* A set that was found at a place, and how. */
struct node {
  uint32_t place;
  uint32_t parent; /* or NO_NODE: initial */
  struct element by;
  struct pvset *set;
  bool done;    /* its successors have been computed */
  bool covered; /* a later node contains it, and stands for it */
};

/* What is known of a place. */
struct reached {
  struct pvset *set;   /* everything found there; NULL: nothing */
  VEC(uint32_t) nodes; /* those that are not covered */
  VEC(struct meta *) metas;
};

struct task {
  uint32_t node;
  const struct meta *meta;
};

struct reach {
  const struct symbolic_config *config;
  struct places places;
  struct arena *arena;
  VEC(struct node) nodes; /* append-only: the log */
  VEC(struct reached) reached;
  size_t next;            /* node whose successors are computed next */
  VEC(struct task) tasks; /* meta-transitions to apply before that */
  size_t next_task;
  struct intern *tried_keys; /* cycles that were looked at */
  struct map tried;
  uint32_t proofs_tried;
  uint32_t lookouts; /* how often more loops were looked for */
  struct symbolic_figures figures;
  bool gave_up, too_long, overflow;
  const struct hazard *overflow_hazard; /* where; NULL: in the property */
  VEC(struct symbolic_run) runs;
  bool enough;
};

void reach_init(struct reach *reach, const struct symbolic_config *config,
                struct control *control, enum integers integers);
void reach_clear(struct reach *reach);
/* Begins at the initial state; false: there is none, *violation says why. */
bool reach_start(struct reach *reach, struct violation *violation);
enum symbolic_end reach_run(struct reach *reach);

/* Where the invariant is violated at a place; NULL: nobody asks there.  With
 * *overflow, where its own sums leave the range of int.
 */
struct pvset *reach_violating(struct reach *reach, uint32_t place,
                              struct pvset **overflow);

/* Is this what the search is about? */
bool reach_minds(const struct reach *reach, const struct hazard *hazard);

/* Puts a set at a place, unless it is known; takes it. */
void reach_add(struct reach *reach, uint32_t place, struct pvset *image,
               uint32_t parent, struct element by);

/* Keeps a run to a violation, unless one like it is known; false: it could not
 * be built.
 */
bool reach_found(struct reach *reach, uint32_t node, const struct pvset *bad,
                 const struct violation *violation, const struct step *steps,
                 size_t step_count);

/* Looks for loops on the way to a new node (cycles.c). */
void cycles_on_path(struct reach *reach, uint32_t number);
/* Looks at all loops of up to so many edges, of one place or of all. */
void cycles_at(struct reach *reach, uint32_t place, uint32_t length);
void cycles_enumerate(struct reach *reach, uint32_t length);
/* Looks at loops that are one known loop and then another. */
void cycles_combine(struct reach *reach);

/* Builds the run to a point of a hazard (unroll.c); false: it would be too long
 * or could not be found within limits.
 */
bool unroll(struct reach *reach, uint32_t node, const struct pvset *bad,
            const struct violation *violation, const struct step *steps,
            size_t step_count, struct symbolic_run *out);

/* The run to a point of `start`, which lies in the node, and from there round
 * the loop back to it.
 */
bool unroll_lasso(struct reach *reach, uint32_t node, const struct pvset *start,
                  const struct element *loop, size_t loop_count,
                  struct symbolic_run *out);

static inline const struct pvmap *element_map(const struct element *element) {
  return element->edge ? element->edge->map : element->meta->map;
}

static inline uint32_t element_target(const struct element *element) {
  return element->edge ? element->edge->to : element->meta->place;
}

#endif
