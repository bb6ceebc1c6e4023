/* Claims about the finite words of runs.
 *
 * A claim of this kind has no edges: a deterministic automaton over the claim's
 * atoms (ltl/finite.h) goes along with the model, and a run whose word it does
 * not accept violates the property.  No cycle is looked for, so one depth-first
 * search over the product decides (Jard and Jéron, On-line model-checking for
 * finite linear temporal logic specifications, 1989).
 *
 * The word of a run: each statement is a letter, with the events that are true
 * of it; what is named by no event is the paper's tau.  Propositions about
 * states have in a letter the values of the state before the transition, and
 * where there are such propositions one more letter, without an event, stands
 * for the state the run has come to.  Where there are no events a transition is
 * one letter, however many statements it has.
 */
#ifndef LARIAT_SEARCH_FINITE_CLAIM_H
#define LARIAT_SEARCH_FINITE_CLAIM_H

#include "ltl/finite.h"
#include "search/claim.h"

/* Which words must be accepted. */
enum finite_reading {
  FINITE_PREFIX,     /* of every run so far that has a letter */
  FINITE_TERMINATED, /* of every run that has come to a state without steps */
};

struct finite_claim {
  const struct finite *automaton;
  enum finite_reading reading;
};

/* The automaton must outlive the claim; its atoms are atoms of the model. */
struct claim *claim_from_finite(const struct finite *automaton,
                                enum finite_reading reading);

#endif
