/* select chooses every value of its range, both ends included.
 *
 * expect: holds
 * expect: holds with -DCEILING=7
 * expect: violated assertion with -DCEILING=6
 * expect: 41 states
 * expect: 50 transitions
 */
#ifndef CEILING
#define CEILING 7
#endif

active proctype P() {
  int i;

  select(i : -2 .. 7);
  assert(i >= -2 && i <= CEILING)
}
