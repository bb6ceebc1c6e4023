/* The options of graphs with labels, which two commands share. */
#ifndef LARIAT_CLI_LABELS_H
#define LARIAT_CLI_LABELS_H

#include "cli/cli.h"
#include "lts/limits.h"
#include "report/labelling.h"

/* --label, with these kinds where it is not given, --hide and --show.  False
 * after a message.
 */
bool labelling_options(const struct options *options, unsigned kinds,
                       struct labelling *labelling);

/* --time, from now on, and --memory. */
struct lts_limits limit_options(const struct options *options);

#endif
