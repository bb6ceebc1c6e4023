/* Runs on which the claim accepts again and again. */
#ifndef LARIAT_SYMBOLIC_LASSO_H
#define LARIAT_SYMBOLIC_LASSO_H

#include "symbolic/reach.h"

/* After a complete exploration.  SYMBOLIC_COMPLETE: there is no such run;
 * SYMBOLIC_ENOUGH: one was found and is among the runs; else it is not known.
 */
enum symbolic_end lasso_search(struct reach *reach);

#endif
