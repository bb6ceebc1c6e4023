/* How options are spelled in help, manual and completions. */
#ifndef LARIAT_CLI_WORDS_H
#define LARIAT_CLI_WORDS_H

#include "base/buffer.h"
#include "cli/options.h"

/* --trace full|diff|off, -D NAME[=VALUE], --json */
void option_words_spell(struct buffer *out, const struct option_row *row);

/* The words an option may have, those listed, with a separator. */
void option_words_join(struct buffer *out, const struct option_row *row,
                       const char *separator);

#endif
