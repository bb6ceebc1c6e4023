/* A claim that reaches its end has seen a violation, also when it could have
 * gone on otherwise.  It reads the first state before the first step.
 *
 * expect: never violated claim
 * expect: never holds with -DLIMIT=3
 * expect: never violated claim with -DLIMIT=0
 */
#ifndef LIMIT
#define LIMIT 2
#endif
byte x;

active proctype P() {
  do
  :: x < 2 -> x++
  :: x > 0 -> x--
  od
}

never {
  do
  :: x == LIMIT -> break
  :: true
  od
}
