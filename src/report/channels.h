/* The answer of the test for unbounded channels, for people and for scripts. */
#ifndef LARIAT_REPORT_CHANNELS_H
#define LARIAT_REPORT_CHANNELS_H

#include "channels/channels.h"
#include "report/json_writer.h"
#include "report/load.h"
#include "report/paper.h"

/* "bounded", "unbounded", "unknown" */
const char *channels_verdict_name(enum channels_verdict verdict);

/* What is wrong: that a channel grows.  The message lies in the arena. */
struct violation channels_violation(const struct channels_result *result,
                                    struct arena *arena);
/* The run of an unbounded model, in an engine with the rooms of the repetition.
 */
struct trail channels_trail(const struct channels_result *result,
                            const struct violation *violation);

/* The name of a channel: "q[1]", "P:q". */
const char *channels_name(const struct channel_bound *bound,
                          struct arena *arena);

/* The verdict, the figures, and a line for each channel unless quiet. */
void text_channels(const struct paper *paper, const struct loaded *loaded,
                   const struct channels_result *result, bool quiet);

/* Declarations whose capacities are the exact bounds. */
void text_suggestions(const struct paper *paper,
                      const struct declared_channels *declared,
                      const struct channels_result *result);

/* trace: the file the run is saved in, or NULL. */
void json_channels(struct buffer *out, const struct loaded *loaded,
                   const char *model, const struct channels_result *result,
                   const char *trace);

#endif
