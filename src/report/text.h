/* Verdicts, figures and runs as text for people. */
#ifndef LARIAT_REPORT_TEXT_H
#define LARIAT_REPORT_TEXT_H

#include "report/paper.h"
#include "report/verify.h"
#include "report/walk.h"

enum trace_mode {
  TRACE_FULL, /* every step, and all values after each */
  TRACE_DIFF, /* what changed; the middle of a long run is left out */
  TRACE_OFF,
};

/* One line: the property, its verdict, and why. */
void text_verdict(const struct paper *paper, const struct loaded *loaded,
                  const struct verified *verified);
/* One line: states, transitions, depth, time, memory. */
void text_figures(const struct paper *paper, const struct verified *verified);
/* What is known of the variables without a search. */
void text_static_help(const struct paper *paper,
                      const struct verification *verification);
void text_unreached(const struct paper *paper,
                    const struct verification *verification);

/* message (file:line) */
void text_violation(const struct paper *paper, const struct loaded *loaded,
                    const struct violation *violation);

/* One numbered step, with what changed. */
void text_step(const struct paper *paper, const struct loaded *loaded,
               size_t number, const struct readable_step *step);

/* Every value of the state the reader stands in, indented. */
void text_values(const struct paper *paper, const struct step_reader *reader);

/* Where each process of a state is, a line each. */
void text_processes(const struct paper *paper, const struct loaded *loaded,
                    struct engine *engine, const uint8_t *state, size_t length);

/* A whole run and what it violates.  False when the engine does not repeat it.
 */
bool text_run(const struct paper *paper, const struct loaded *loaded,
              struct engine *engine, const struct trail *trail,
              enum trace_mode mode);

/* The command that shows a saved run again, as a shell reads it. */
void text_saved(const struct paper *paper, const char *model,
                const char *trace);

#endif
