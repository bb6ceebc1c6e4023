/* What a check is: the model and all options that bear on the answer. */
#ifndef LARIAT_CLI_IDENTITY_H
#define LARIAT_CLI_IDENTITY_H

#include "base/digest.h"
#include "cli/options.h"
#include "report/load.h"

/* Two checks with the same text come to the same verdicts and figures. */
void identity_text(const struct options *options, unsigned place,
                   const struct loaded *loaded,
                   char text[2 * DIGEST_BYTES + 1]);

#endif
