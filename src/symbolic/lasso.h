/* Runs on which the claim accepts again and again, and d_steps without end. */
#ifndef LARIAT_SYMBOLIC_LASSO_H
#define LARIAT_SYMBOLIC_LASSO_H

#include "symbolic/reach.h"

/* After a complete exploration.  SYMBOLIC_COMPLETE: there is no such run;
 * SYMBOLIC_ENOUGH: one was found and is among the runs; else it is not known.
 */
enum symbolic_end lasso_search(struct reach *reach);

/* The same for d_steps that never end. */
enum symbolic_end endless_search(struct reach *reach);

#endif
