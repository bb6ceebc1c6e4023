/* A never claim with a name: its end is reached when x is 3.  Safety is asked
 * for beside it.
 *
 * expect: safety holds
 * expect: too_large violated claim
 * expect: 11 states
 * expect: 11 transitions
 */
byte x;

never too_large {
  do
  :: x <= 2
  :: x > 2 -> break
  od
}

active proctype P() {
  do
  :: x < 4 -> x++
  :: else -> break
  od
}
