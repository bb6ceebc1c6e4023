/* Can anybody tell what number a process has?
 *
 * See numbers.c.
 */
#ifndef LARIAT_REDUCE_NUMBERS_H
#define LARIAT_REDUCE_NUMBERS_H

#include "model/model.h"

bool numbers_are_noticed(const struct model *model);

#endif
