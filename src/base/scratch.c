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

bool scratch_write(FILE *file, uint64_t block, const void *bytes, size_t size) {
  const char *from = bytes;
  for (size_t done = 0; done < size;) {
    const ssize_t written = pwrite(fileno(file), from + done, size - done,
                                   (off_t)(block * size + done));
    if (written <= 0 && (written == 0 || errno != EINTR))
      return false;
    done += written > 0 ? (size_t)written : 0;
  }
  return true;
}

bool scratch_read(FILE *file, uint64_t block, void *bytes, size_t size) {
  char *to = bytes;
  for (size_t done = 0; done < size;) {
    const ssize_t got = pread(fileno(file), to + done, size - done,
                              (off_t)(block * size + done));
    if (got <= 0 && (got == 0 || errno != EINTR))
      return false;
    done += got > 0 ? (size_t)got : 0;
  }
  return true;
}
