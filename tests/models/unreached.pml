/* A statement that no run comes to is reported.
 *
 * expect: holds
 * expect: unreached line 14
 * expect: 4 states
 * expect: 4 transitions
 */
byte x;

active proctype P() {
  if
  :: x == 0 -> x = 1
  :: x == 2 ->
     x = 3
  fi
}
