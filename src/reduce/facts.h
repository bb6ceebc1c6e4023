/* What is known of each place of a model before it runs, for one property.
 *
 * See facts.c for what makes a place sticky, and ample.c for how all this is
 * used.
 */
#ifndef LARIAT_REDUCE_FACTS_H
#define LARIAT_REDUCE_FACTS_H

#include "reduce/footprint.h"

/* One location of a proctype. */
struct place_facts {
  struct footprint now;       /* its statements, in the state at hand */
  struct footprint later;     /* the same, at some later time */
  struct footprint future;    /* whatever the process may do from here on */
  const struct access **keys; /* what now and future depend on */
  uint32_t key_count;
  bool visible; /* the property may notice a step from here */
  bool sticky;  /* breaks a cycle of the proctype */
  bool apart;   /* never part of a reduced expansion */
  bool ends;    /* the process is about to end: only the youngest can */
  bool single;  /* one statement alone leads on */
};

/* Receives of one location. */
struct hands {
  bool may_shake;                /* one half of a handshake is among them */
  const struct objects *offered; /* channels where that is noticed, or NULL */
};

struct facts {
  struct universe universe;
  struct place_facts **places; /* by proctype and location */
  struct hands **hands;        /* likewise */
};

/* What a property looks at: indices of model->atoms. */
struct watched {
  const uint32_t *atoms;
  uint32_t atom_count;
};

/* NULL when reduction is sound for the model and the property, else why it is
 * not.
 */
const char *facts_hindrance(const struct model *model,
                            const struct watched *watched);

/* Statements that do not conflict may come in any order: that leads to the same
 * state, or to what is as good as the same (facts.c, COMES_FIRST).
 */
enum order_effect { ORDERS_AGREE, ORDERS_ARE_AS_GOOD };

void facts_init(struct facts *facts, const struct model *model,
                const struct watched *watched, enum order_effect effect);
void facts_clear(struct facts *facts);

/* The same with so much effort to choose sticky places well. */
void facts_init_within(struct facts *facts, const struct model *model,
                       const struct watched *watched, enum order_effect effect,
                       uint64_t effort);

/* Adds what the processes do that a statement starts, and their descendants. */
void facts_add_started(const struct facts *facts, const struct action *action,
                       struct footprint *footprint);

/* What is known of one statement of a location: only `now`, its keys, `ends`
 * and `apart` are of use.
 */
void facts_of_statement(const struct facts *facts,
                        const struct proctype *proctype, uint32_t location,
                        uint32_t number, struct place_facts *out);

/* What the statement does at some later time. */
struct footprint facts_later_of_statement(const struct facts *facts,
                                          const struct proctype *proctype,
                                          uint32_t location, uint32_t number);

/* Does one statement's being possible rule others out here?  Then what is known
 * of a statement is what is known of all.
 */
bool facts_is_exclusive(const struct proctype *proctype, uint32_t location);

/* Is the statement one half of a handshake? */
bool facts_takes_partner(const struct facts *facts,
                         const struct proctype *proctype,
                         const struct action *action);

/* Calls visit with a statement and with every other one that may be part of the
 * same transition, with some of them twice.
 */
typedef void statement_visitor(void *context,
                               const struct transition *transition);
void facts_walk_transition(const struct proctype *proctype, uint32_t location,
                           uint32_t number, statement_visitor *visit,
                           void *context);

#endif
