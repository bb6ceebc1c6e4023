/* Automata for people and for SPIN: Graphviz, never claims. */
#ifndef LARIAT_LTL_DRAW_H
#define LARIAT_LTL_DRAW_H

#include "base/buffer.h"
#include "ltl/automaton.h"

/* names[i] is the name of atom i of the automaton; title may be NULL. */
void automaton_write_dot(struct buffer *out, const struct automaton *automaton,
                         const char *const *names, const char *title);

/* The automaton must have marks on states and one initial state. */
void automaton_write_never(struct buffer *out,
                           const struct automaton *automaton,
                           const char *const *names, const char *title);

#endif
