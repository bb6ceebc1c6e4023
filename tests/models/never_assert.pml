/* An assertion in a claim is about the runs that the claim follows so far.
 *
 * expect: never violated claim
 * expect: never holds with -DMOST=3
 */
#ifndef MOST
#define MOST 2
#endif
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
  :: else -> x = 0
  od
}

never {
  do
  :: assert(x <= MOST)
  od
}
