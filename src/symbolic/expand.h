/* From a control state to its edges and hazards; called by places.c. */
#ifndef LARIAT_SYMBOLIC_EXPAND_H
#define LARIAT_SYMBOLIC_EXPAND_H

#include "symbolic/places.h"

void expand_place(struct places *places, uint32_t number);

#endif
