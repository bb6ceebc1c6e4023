/* The memory of the machine, of the control group, and of the process.
 *
 * A tenth of the machine is left to others.  Of what the limits of the process
 * (`ulimit -v`, `ulimit -d`) leave, a fifth and a little more is for all but
 * the search: they count address space, and a heap has holes.
 */
#include "report/machine_memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static uint64_t lesser(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* The control group's limit, or the largest number when there is none. */
static uint64_t group_limit(void) {
  char line[32] = "";
  FILE *file = fopen("/sys/fs/cgroup/memory.max", "r");
  if (!file)
    return UINT64_MAX;
  bool has_line = fgets(line, sizeof line, file) != NULL;
  fclose(file);
  char *end = line;
  uint64_t limit = has_line ? strtoull(line, &end, 10) : 0;
  return end > line ? limit : UINT64_MAX; /* the word "max": no limit */
}

/* A line of /proc/self/status, such as "VmHWM:   1234 kB", in bytes; 0: there
 * is none.
 */
static uint64_t memory_line(const char *name) {
  char line[128];
  unsigned long long kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && kilobytes == 0 && fgets(line, sizeof line, file))
    if (strncmp(line, name, strlen(name)) == 0)
      kilobytes = strtoull(line + strlen(name), NULL, 10);
  if (file)
    fclose(file);
  return kilobytes * 1024;
}

/* What the process may still take of something it has so much of. */
static uint64_t rest_of(int resource, const char *taken) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  const uint64_t now = memory_line(taken);
  return now < limit.rlim_cur ? limit.rlim_cur - now : 0;
}

/* For a search, as far as the limits of the process go. */
static uint64_t process_memory(void) {
  const uint64_t slack = 1 << 22;
  const uint64_t rest =
      lesser(rest_of(RLIMIT_AS, "VmSize:"), rest_of(RLIMIT_DATA, "VmData:"));
  return (rest > 2 * slack ? rest - slack : rest / 2) / 5 * 4;
}

size_t usable_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  uint64_t bytes = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page
                                         : (uint64_t)1 << 32;
  bytes = lesser(bytes, group_limit()) / 10 * 9;
  return (size_t)lesser(bytes, process_memory());
}

/* Of this program alone: what getrusage() tells may be that of the one that
 * started it.
 */
uint64_t peak_memory(void) {
  struct rusage usage;
  const uint64_t peak = memory_line("VmHWM:");
  if (peak > 0)
    return peak;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024
                                             : 0;
}

uint64_t resident_memory(void) {
  const uint64_t now = memory_line("VmRSS:");
  return now > 0 ? now : peak_memory();
}

size_t search_memory(size_t limit) {
  enum { SLACK = 1 << 21 }; /* for the engine and the reports */
  if (limit == 0)
    return usable_memory();
  const size_t rest = resident_memory() + SLACK;
  limit = limit > 2 * rest ? limit - rest : limit / 2;
  return (size_t)lesser(limit, process_memory());
}
