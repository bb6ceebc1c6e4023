/* Jumps, labels in front of every kind of statement, and breaks out of nested
 * loops.
 *
 * expect: holds
 * expect: 17 states
 * expect: 17 transitions
 */
byte x;

active proctype P() {
  goto middle;
start:
  do
  :: x == 1 ->
     do
     :: x < 5 -> x++
     :: x == 5 -> break
     od;
     x = 9
  :: x == 9 -> goto out
  od;
middle:
  if
  :: x == 0 -> x = 1; goto start
  fi;
out:
  assert(x == 9)
}
