/* From a term to a generalised Büchi automaton with marks on transitions. */
#ifndef LARIAT_LTL_TABLEAU_H
#define LARIAT_LTL_TABLEAU_H

#include "ltl/graph.h"
#include "ltl/term.h"

struct tableau_options {
  uint32_t most_states;
  /* Alternatives that owe the same are one successor, their disjunction: fewer
   * choices, sometimes more states.
   */
  bool postpone_choices;
};

/* The automaton of t in *out, which the caller clears.  False when it would be
 * too large; *out then is empty.
 */
bool tableau_build(struct terms *terms, struct term *t,
                   const struct tableau_options *options, struct graph *out);

/* True when no word satisfies t.  False also when the automaton is too large to
 * tell.
 */
bool tableau_is_empty(struct terms *terms, struct term *t);

#endif
