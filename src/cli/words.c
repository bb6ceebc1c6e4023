/* How options are spelled. */
#include "cli/words.h"

void option_words_join(struct buffer *out, const struct option_row *row,
                       const char *separator) {
  bool first = true;
  for (const struct option_word *word = row->words; word->name; word++) {
    if (word->state != WORD_LISTED)
      continue;
    buffer_printf(out, "%s%s", first ? "" : separator, word->name);
    first = false;
  }
}

void option_words_spell(struct buffer *out, const struct option_row *row) {
  if (row->letter)
    buffer_printf(out, "-%c", row->letter);
  else
    buffer_printf(out, "--%s", row->name);
  if (row->words) {
    buffer_putc(out, ' ');
    option_words_join(out, row, "|");
  } else if (row->argument) {
    buffer_printf(out, " %s", row->argument);
  }
}
