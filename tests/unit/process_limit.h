/* Limits of the process, for tests of what happens at them. */
#ifndef LARIAT_TESTS_PROCESS_LIMIT_H
#define LARIAT_TESTS_PROCESS_LIMIT_H

#include <signal.h>
#include <sys/resource.h>

/* Sets the limit of one resource, and gives what it was before. */
static inline rlim_t set_limit(int resource, rlim_t value) {
  struct rlimit limit;
  getrlimit(resource, &limit);
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = value;
  setrlimit(resource, &limit);
  return before;
}

/* Files cannot grow beyond so many bytes; the signal is not wanted. */
static inline void limit_files(rlim_t bytes) {
  (void)set_limit(RLIMIT_FSIZE, bytes);
  signal(SIGXFSZ, SIG_IGN);
}

#endif
