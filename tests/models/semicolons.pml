/* Semicolons are optional at the end of a line and after a block.
 *
 * expect: holds
 * expect: 8 states
 * expect: 8 transitions
 */
byte x

active proctype P() {
  if
  :: x == 0 ->
     x = 1
     x = 2;
  :: else
  fi
  atomic {
    x = 3
    x = 4
  }
  do
  :: x == 4 -> break
  od
  assert(x == 4);
}
