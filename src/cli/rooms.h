/* Capacities of channels as options give them. */
#ifndef LARIAT_CLI_ROOMS_H
#define LARIAT_CLI_ROOMS_H

#include "channels/declared.h"
#include "cli/options.h"
#include "report/load.h"

/* The channels of --channel, all with a capacity where there is none; they and
 * *channels lie in the arena.  False, with the reason in *error, when a name is
 * unknown.
 */
bool rooms_choose(const struct options *options,
                  const struct declared_channels *declared, struct arena *arena,
                  const struct declared_channel ***channels, size_t *count,
                  struct buffer *error);

/* Reads --channel-sweep, "1..8"; false when it makes no sense. */
bool rooms_read_sweep(const char *text, uint32_t *first, uint32_t *last);

#endif
