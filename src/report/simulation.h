/* Running a model one step at a time, with the way back kept. */
#ifndef LARIAT_REPORT_SIMULATION_H
#define LARIAT_REPORT_SIMULATION_H

#include "report/steps.h"

struct simulation;

/* Stands in the initial state; if there is none, simulation_violation() tells
 * why.  Engine and model must outlive it.
 */
struct simulation *simulation_open(struct engine *engine,
                                   const struct loaded *loaded);
void simulation_close(struct simulation *simulation); /* accepts NULL */

/* The steps possible here.  None after a step that failed. */
size_t simulation_choices(const struct simulation *simulation);
/* Has the engine's limit ended the search for them? */
bool simulation_is_cut(const struct simulation *simulation);
/* How a choice reads, changes left out; valid until the next call. */
const struct readable_step *simulation_peek(struct simulation *simulation,
                                            size_t choice);
/* Takes it; the answer is valid until the next call. */
const struct readable_step *simulation_take(struct simulation *simulation,
                                            size_t choice);
/* Takes the last step back.  False at the start. */
bool simulation_back(struct simulation *simulation);

/* What the last step, or the state it led to, violates; or NULL. */
const struct violation *
simulation_violation(const struct simulation *simulation);

/* The state it stands in; before the last step if that violates something.
 * NULL when the model has no initial state.
 */
const uint8_t *simulation_last_good(const struct simulation *simulation,
                                    size_t *length);

size_t simulation_steps(const struct simulation *simulation); /* taken */
const struct step_reader *
simulation_reader(const struct simulation *simulation);

#endif
