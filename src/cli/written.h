/* The files that a command writes. */
#ifndef LARIAT_CLI_WRITTEN_H
#define LARIAT_CLI_WRITTEN_H

#include "base/buffer.h"
#include "cli/options.h"

/* May the files of --trace-file and --checkpoint be written?  False, with the
 * reason in *error, when one of them is the model, or "-".
 */
bool written_files_fit(const struct options *options, struct buffer *error);

#endif
