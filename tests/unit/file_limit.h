/* Disks that are full, for tests. */
#ifndef LARIAT_TESTS_FILE_LIMIT_H
#define LARIAT_TESTS_FILE_LIMIT_H

#include <signal.h>
#include <sys/resource.h>

/* Files cannot grow beyond so many bytes; the signal is not wanted. */
static inline void limit_files(rlim_t bytes) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
  signal(SIGXFSZ, SIG_IGN);
}

#endif
