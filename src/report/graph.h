/* Process automata and reachable states as Graphviz or Aldebaran text. */
#ifndef LARIAT_REPORT_GRAPH_H
#define LARIAT_REPORT_GRAPH_H

#include "report/load.h"
#include "report/reachable.h"

#include <stdio.h>

/* All automata, or the one of `only`. */
void dot_automata(FILE *out, const struct loaded *loaded,
                  const struct proctype *only);
void aut_automaton(FILE *out, const struct proctype *proctype);

enum reachable_end dot_states(FILE *out, const struct loaded *loaded,
                              struct engine *engine,
                              const struct reachable_config *config);
enum reachable_end aut_states(FILE *out, struct engine *engine,
                              const struct reachable_config *config);

/* A graph as it is. */
void dot_lts(FILE *out, const struct loaded *loaded, const struct lts *lts);

/* Whether a process can be in this location: not inside a d_step, and some way
 * leads there.  One byte for each location, to be freed with memory_free().
 */
uint8_t *graph_reached(const struct proctype *proctype);

/* The statements of some steps: "x = 1; q!x / q?y". */
void graph_label(struct buffer *out, const struct step *steps, size_t count);

#endif
