/* Coloured text: ECMA-48 sequences around the words, or nothing. */
#include "report/paper.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *const sequences[] = {
    [INK_PLAIN] = "",          [INK_BOLD] = "\033[1m",
    [INK_DIM] = "\033[2m",     [INK_BAD] = "\033[1;31m",
    [INK_GOOD] = "\033[1;32m", [INK_DOUBT] = "\033[1;33m",
    [INK_NEW] = "\033[36m",
};

static void begin(const struct paper *paper, enum ink ink) {
  if (paper->color)
    fputs(sequences[ink], paper->out);
}

static void end(const struct paper *paper, enum ink ink) {
  if (paper->color && ink != INK_PLAIN)
    fputs("\033[0m", paper->out);
}

void paper_print(const struct paper *paper, enum ink ink, const char *format,
                 ...) {
  va_list arguments;
  begin(paper, ink);
  va_start(arguments, format);
  vfprintf(paper->out, format, arguments);
  va_end(arguments);
  end(paper, ink);
}

bool paper_may_color(FILE *out) {
  const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return !(no_color && no_color[0]) && isatty(fileno(out)) &&
         !(terminal && strcmp(terminal, "dumb") == 0);
}

int paper_columns(FILE *out) {
  struct winsize window;
  return ioctl(fileno(out), TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

void paper_blanks(const struct paper *paper, int count) {
  if (count > 0)
    fprintf(paper->out, "%*s", count, "");
}
