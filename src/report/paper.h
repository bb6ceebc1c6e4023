/* Where text for people goes, how wide it is, and whether it may be coloured.
 */
#ifndef LARIAT_REPORT_PAPER_H
#define LARIAT_REPORT_PAPER_H

#include <stdbool.h>
#include <stdio.h>

struct paper {
  FILE *out;
  bool color;
  int columns; /* of a terminal; 0: it is none, or does not tell */
};

enum ink {
  INK_PLAIN,
  INK_BOLD,
  INK_DIM,
  INK_BAD,
  INK_GOOD,
  INK_DOUBT,
  INK_NEW
};

/* Prints in a colour, then returns to plain. */
void paper_print(const struct paper *paper, enum ink ink, const char *format,
                 ...) __attribute__((format(printf, 3, 4)));

/* Colour suits a terminal whose user has not set NO_COLOR (no-color.org). */
bool paper_may_color(FILE *out);

/* How wide a terminal is; 0: it is none, or does not tell. */
int paper_columns(FILE *out);

/* Prints so many blanks, none when negative. */
void paper_blanks(const struct paper *paper, int count);

#endif
