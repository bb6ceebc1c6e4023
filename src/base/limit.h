/* A limit on work that may take long.
 *
 * Who does such work asks now and then whether to go on; who gives the limit
 * knows why not.
 */
#ifndef LARIAT_BASE_LIMIT_H
#define LARIAT_BASE_LIMIT_H

#include <stdbool.h>

struct limit {
  bool (*goes_on)(void *context);
  void *context;
};

#endif
