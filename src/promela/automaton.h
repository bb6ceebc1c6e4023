/* Control flow to automaton. */
#ifndef LARIAT_PROMELA_AUTOMATON_H
#define LARIAT_PROMELA_AUTOMATON_H

#include "promela/control.h"

/* Fills the locations, the initial one and the labels of control->proctype. */
void automaton_build(struct control *control);

#endif
