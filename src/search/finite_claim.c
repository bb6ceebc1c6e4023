/* One state of the claim for each of the automaton. */
#include "search/finite_claim.h"

struct claim *claim_from_finite(const struct finite *automaton,
                                enum finite_reading reading) {
  struct claim *claim = claim_open(automaton->state_count);
  struct finite_claim *finite = ARENA_NEW(claim->arena, struct finite_claim);
  *finite = (struct finite_claim){.automaton = automaton, .reading = reading};
  claim->finite = finite;
  claim->stutters = false;
  claim->weak = true; /* nothing accepts */
  for (uint32_t i = 0; i < automaton->atom_count; i++)
    (void)claim_atom(claim, automaton->atoms[i]); /* in order: bit i */
  claim_add_initial(claim, 0);
  return claim;
}
