/* Claims for the symbolic search, and words of runs that confirm what it finds.
 */
#ifndef LARIAT_REPORT_SYMBOLIC_CLAIM_H
#define LARIAT_REPORT_SYMBOLIC_CLAIM_H

#include "report/properties.h"
#include "report/verify.h"
#include "symbolic/symbolic.h"

/* The runs that violate a property, as the symbolic search reads them; it lies
 * in the arena.  NULL when *reason says why not.
 */
const struct symbolic_claim *symbolic_claim_open(
    const struct verify_config *config, const struct loaded *loaded,
    const struct property *property, struct arena *arena, const char **reason);

/* Executes a trail and reads its states as the claim does: does it violate the
 * property?
 */
bool symbolic_claim_confirms(const struct symbolic_claim *claim,
                             struct engine *engine, const struct trail *trail);

#endif
