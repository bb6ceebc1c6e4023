/* See written.h.  Two names are one file when device and number are the same,
 * so links are seen, too.
 */
#include "cli/written.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_stdin(const char *path) {
  return strcmp(path, "-") == 0;
}

/* Is what is written the model?  A device can be both. */
static bool is_model(const char *path, const char *model) {
  struct stat written, read;
  const int failed =
      is_stdin(model) ? fstat(STDIN_FILENO, &read) : stat(model, &read);
  return failed == 0 && stat(path, &written) == 0 && S_ISREG(read.st_mode) &&
         written.st_dev == read.st_dev && written.st_ino == read.st_ino;
}

static bool fits(const char *name, const char *path, const char *model,
                 struct buffer *error) {
  if (!path)
    return true;
  if (is_stdin(path)) {
    buffer_printf(error, "%s -: needs the name of a file", name);
    return false;
  }
  if (!is_model(path, model))
    return true;
  buffer_printf(error, "%s %s: that is the model, and would be overwritten",
                name, path);
  return false;
}

bool written_files_fit(const struct options *options, struct buffer *error) {
  const char *model = options->operands.items[0];
  return fits("--trace-file", options->trace_file, model, error) &&
         fits("--checkpoint", options->checkpoint, model, error);
}
