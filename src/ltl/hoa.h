/* Automata as text: the Hanoi Omega-Automata format, version 1. */
#ifndef LARIAT_LTL_HOA_H
#define LARIAT_LTL_HOA_H

#include "base/buffer.h"
#include "ltl/automaton.h"

/* names[i] is the name of atom i of the automaton; title may be NULL. */
void hoa_write(struct buffer *out, const struct automaton *automaton,
               const char *const *names, const char *title);

struct hoa {
  struct automaton *automaton; /* closed by the caller */
  const char **names;          /* of its atoms */
};

/* Reads the first automaton of a text: Büchi or generalised Büchi, marks on
 * states or edges, any number of initial states, labels on edges, on states or
 * implicit, aliases.  The text is added to the sources of the diag; errors
 * point into it.  The names lie in the arena.
 */
enum status hoa_read(const char *name, const char *text, size_t length,
                     struct arena *arena, struct diag *diag, struct hoa *out);

#endif
