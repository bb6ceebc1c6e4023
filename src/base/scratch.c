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

/* One or the other, whichever is there: writes what lies at `from`, or reads it
 * to `to`.  False with errno when that fails.
 */
static bool transfer(FILE *file, uint64_t offset, const char *from, char *to,
                     size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    const off_t at = (off_t)(offset + done);
    const ssize_t some =
        from ? pwrite(fileno(file), from + done, bytes - done, at)
             : pread(fileno(file), to + done, bytes - done, at);
    if (some < 0 && errno == EINTR)
      continue;
    if (some == 0)
      errno = EIO; /* the file is too short */
    if (some <= 0)
      return false;
    done += (size_t)some;
  }
  return true;
}

bool scratch_write(FILE *file, uint64_t offset, const void *data,
                   size_t bytes) {
  return transfer(file, offset, data, NULL, bytes);
}

bool scratch_read(FILE *file, uint64_t offset, void *data, size_t bytes) {
  return transfer(file, offset, NULL, data, bytes);
}
