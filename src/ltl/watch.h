/* Automata that watch whether a run is good.
 *
 * Where a property is given by a deterministic automaton, each run of a model
 * has one run of the automaton: the property is violated by the runs on which
 * that one meets no mark from some point on.
 */
#ifndef LARIAT_LTL_WATCH_H
#define LARIAT_LTL_WATCH_H

#include "ltl/automaton.h"

/* The watching automaton of a deterministic one: one set of marks, on states.
 * What no good run begins with leads to its last state, which has no mark and
 * is never left; AUTOMATON_REFUSES says that there is such a state.  A letter
 * for which a state has no edge makes the run good whatever follows.  NULL when
 * the automaton is not deterministic, or when its guards are too large; the
 * caller closes it.
 */
struct automaton *automaton_watch(const struct automaton *automaton);

#endif
