/* A never claim with a name, beside what safety means; here only that is asked
 * for.
 *
 * options: --property safety
 * expect: holds
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
