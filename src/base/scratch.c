/* See scratch.h. */
#include "base/scratch.h"

#include "base/buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

FILE *scratch_file(void) {
  const char *folder = getenv("TMPDIR");
  struct buffer path = {0};
  buffer_printf(&path, "%s/lariat-XXXXXX", folder && *folder ? folder : "/tmp");
  const int file = mkstemp(path.text);
  FILE *stream = NULL;
  if (file >= 0) {
    (void)unlink(path.text);
    stream = fdopen(file, "w+b");
  }
  const int problem = errno;
  if (file >= 0 && !stream)
    close(file);
  buffer_free(&path);
  errno = problem;
  return stream;
}
