/* else is enabled when no other choice of its process is.
 *
 * expect: holds
 * expect: 13 states
 * expect: 13 transitions
 */
byte x;

active proctype P() {
  do
  :: x < 2 -> x++
  :: x == 2 -> x = 5
  :: else -> break
  od;
  assert(x == 5);
  if
  :: else -> x = 6
  fi;
  assert(x == 6)
}
