/* Many small searches of one model, each different, and one report.
 *
 * Where a model is too large for any store, searches that visit different parts
 * of it find more than one search of the same cost (Holzmann, Joshi and Groce:
 * Swarm Verification Techniques, IEEE Transactions on Software Engineering 37,
 * 2011).
 */
#ifndef LARIAT_REPORT_SWARM_H
#define LARIAT_REPORT_SWARM_H

#include "report/verify.h"

struct swarm_wish {
  unsigned searches;
  unsigned jobs; /* at a time; 0: as many as there are processors */
  uint64_t seed;
  void *context;
  void (*warn)(void *context, const char *message);
};

/* As verify(), with limits of time and memory for all searches together. */
enum verify_end swarm_verify(const struct verify_config *config,
                             const struct swarm_wish *wish,
                             const struct loaded *loaded,
                             struct verification *out);

#endif
