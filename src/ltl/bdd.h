/* Boolean functions as reduced ordered binary decision diagrams.
 *
 * Guards of automata and the one-step expansions of formulas are built here:
 * equal functions are equal numbers.
 */
#ifndef LARIAT_LTL_BDD_H
#define LARIAT_LTL_BDD_H

#include "base/limit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bdd;

typedef uint32_t bdd_node; /* valid until bdd_close() */

enum { BDD_FALSE, BDD_TRUE };

struct bdd *bdd_open(void);
void bdd_close(struct bdd *bdd); /* accepts NULL */

/* Ends the work as if there were too many nodes: when the limit says so, which
 * is asked now and then and must stay where it is, or after so many steps. NULL
 * and 0 (the default) are none.
 */
void bdd_set_limit(struct bdd *bdd, const struct limit *limit,
                   uint64_t most_steps);

/* Counts steps that are taken elsewhere: those of a loop over a graph. */
void bdd_count_steps(struct bdd *bdd, size_t steps);

/* True when there were too many nodes, or a limit was reached.  Results are
 * meaningless from then on, but every function still returns.
 */
bool bdd_exhausted(const struct bdd *bdd);

/* Was it a limit? */
bool bdd_stopped(const struct bdd *bdd);

/* For who finds that what is made of the functions is too large. */
void bdd_give_up(struct bdd *bdd);

bdd_node bdd_variable(struct bdd *bdd, uint32_t variable);
bdd_node bdd_ite(struct bdd *bdd, bdd_node f, bdd_node g, bdd_node h);
bdd_node bdd_and(struct bdd *bdd, bdd_node f, bdd_node g);
bdd_node bdd_or(struct bdd *bdd, bdd_node f, bdd_node g);
bdd_node bdd_not(struct bdd *bdd, bdd_node f);
bdd_node bdd_minus(struct bdd *bdd, bdd_node f, bdd_node g); /* f and not g */

/* The structure of a node that is no constant; a constant has the variable
 * BDD_NO_VARIABLE, which is greater than all others.
 */
#define BDD_NO_VARIABLE UINT32_MAX
uint32_t bdd_top(const struct bdd *bdd, bdd_node f);
bdd_node bdd_low(const struct bdd *bdd, bdd_node f);
bdd_node bdd_high(const struct bdd *bdd, bdd_node f);

/* f where the variables below the first 64 have the values in the bits. */
bdd_node bdd_restrict(const struct bdd *bdd, bdd_node f, uint64_t values);

struct bdd_literal {
  uint32_t variable;
  bool negative;
};

/* Calls visit for each product of a sum of products that is f and from which
 * no product and no literal can be left out, until visit says false.
 */
typedef bool bdd_visit(void *context, const struct bdd_literal *literals,
                       size_t count);
void bdd_products(struct bdd *bdd, bdd_node f, bdd_visit *visit, void *context);

#endif
