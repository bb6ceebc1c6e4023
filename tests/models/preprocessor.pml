/* Macros with and without arguments, conditions, and an included file.
 *
 * expect: holds
 * expect: 4 states
 * expect: 4 transitions
 */
#include "preprocessor.h"
#define TWICE(x) ((x) + (x))
#define JOIN(a, b) a##b
#define LONG \
  40

#if defined(FROM_HEADER) && TWICE_SHOULD == 2 * 3 - 4
#define CHOSEN 1
#elif 1
#define CHOSEN 2
#else
#error this line is not reached
#endif
#undef LONG
#ifdef LONG
#error nor this one
#endif

byte JOIN(var, 1) = TWICE(3);

active proctype P() {
  assert(var1 == 6 && CHOSEN == 1 && __LINE__ > 0);
  assert(FROM_HEADER == 5)
}
