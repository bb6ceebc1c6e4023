/* The product of a model and a claim, with fairness.
 *
 * A product state is a pair of the model's state, its head, and a tail, which
 * is the state of the claim and, under fairness, the number of a copy.  The
 * store keeps each head once, with two bits, a colour, for each tail: a packet
 * (hybrid storage: Godefroid and Holzmann 1993, section 4).  With `classic` the
 * tail is part of the stored state instead, as in the usual storage.
 *
 * Weak fairness by process (every process that could move from some point on
 * moves again and again) is a product with N acceptance sets, one a process:
 * the transitions in which the process moves, or before which it cannot.  Copy
 * 0 waits for an accepting state of the claim, copy i for process i - 1
 * (Courcoubetis, Vardi, Wolper and Yannakakis 1990, section 4, with sets of
 * transitions).
 *
 * Fairness by labels takes the sets of states that the components themselves
 * designate, as in that section: a process that has accept labels must be at
 * one of them again and again, unless it has ended.
 *
 * Atoms of the claim that are events (engine_watch) are read with each
 * transition of the model, the others once in the state before it.
 */
#ifndef LARIAT_SEARCH_PRODUCT_H
#define LARIAT_SEARCH_PRODUCT_H

#include "base/vec.h"
#include "engine/engine.h"
#include "search/claim.h"
#include "store/budget.h"
#include "store/store.h"

enum { PRODUCT_MOST_PROCESSES = 256, PRODUCT_MASK_WORDS = 4 };

enum fairness {
  FAIRNESS_NONE,
  FAIRNESS_WEAK,   /* by process */
  FAIRNESS_LABELS, /* by the accept labels of each process */
};

struct pair {
  state_ref head;
  uint32_t tail;
};

struct process_set {
  uint64_t words[PRODUCT_MASK_WORDS];
};

/* A successor of a model state, until it is stored. */
struct product_step {
  size_t offset, length; /* of the state, in product->bytes */
  uint64_t changed;      /* as in struct successor */
  state_ref head;        /* once stored, unless classic */
  struct process_set movers;
  uint64_t events; /* atoms of the claim that are true of it */
};

#define NO_STEP SIZE_MAX

enum product_answer {
  PRODUCT_OK,
  PRODUCT_FULL,     /* no memory */
  PRODUCT_PINNED,   /* the path alone takes all the room of the store */
  PRODUCT_VIOLATED, /* the claim fails right here, or with the next step:
                       product->violation, product->violating_step */
  PRODUCT_CROWDED,  /* more processes than `processes`: open a larger one */
};

typedef VEC(struct pair) pair_list;

struct product {
  struct engine *engine;
  struct store *store;
  const struct claim *claim;
  bool classic;
  enum fairness fairness;
  uint32_t processes; /* copies but one; 0: no fairness */
  bool nameless;      /* nobody asks who moves */
  struct violation violation;
  /* Kept until something else is violated: the way to it is expanded again. */
  size_t violating_step; /* its number in the engine's order, or NO_STEP */
  char reason[128];      /* why a condition had no value */

  struct engine_watch watch;
  uint64_t event_atoms; /* the atoms of the claim that are events */
  uint64_t values;      /* of the others, in the head under expansion */
  uint64_t unknown;     /* those that have no value there, for this reason */
  char problem[128];
  struct span problem_at;
  bool unreadable; /* and it matters: this is product->violation */

  struct budget *budget; /* for what expansions take, and keep for others: */
  size_t kept;

  uint8_t *state; /* the head under expansion */
  size_t length, room;
  VEC(uint8_t) bytes;
  VEC(struct product_step) steps;
  VEC(uint32_t) origins; /* for each pair of the last expansion, its step */
  struct process_set enabled;
  struct process_set elsewhere; /* by labels: not where they have to be */
  bool broken;                  /* a step ended in a run-time error */
  bool stuttered;               /* the last expansion repeated its own state */
};

/* How many tails a head has: for store_config.tails. */
uint32_t product_tails(const struct claim *claim, uint32_t processes,
                       bool classic);

void product_open(struct product *product, struct engine *engine,
                  struct store *store, const struct claim *claim,
                  enum fairness fairness, uint32_t processes, bool classic,
                  struct budget *budget);
void product_close(struct product *product);

enum product_answer product_initial(struct product *product, pair_list *out);

/* Appends the successors of a pair to out. */
enum product_answer product_expand(struct product *product, struct pair pair,
                                   pair_list *out);

/* The number, in the engine's order, of a transition of the model that leads
 * from one pair to the other, copies included: a fair run is one of certain
 * processes, not of certain states alone.  With `movers` these must be the ones
 * who move.  False when there is none; after a stutter product->stuttered.
 */
bool product_find_step(struct product *product, struct pair from,
                       struct pair to, const struct process_set *movers,
                       size_t *number);

/* Makes the engine watch what the claim reads after this pair.  Which ways
 * through an atomic are told apart, and so the number of a step, depends on it.
 * product_expand() and product_find_step() do so themselves.
 */
void product_aim(struct product *product, struct pair pair);

/* The model state of a pair, in product->state. */
size_t product_load(struct product *product, struct pair pair);

bool product_accepts(const struct product *product, struct pair pair);
unsigned product_colour(const struct product *product, struct pair pair);
void product_paint(const struct product *product, struct pair pair,
                   unsigned colour);

#endif
