/* The rest of a division by zero, in a guard.
 *
 * expect: violated runtime
 */
byte x;

active proctype P() {
  if
  :: 7 % x == 1 -> skip
  :: x == 0 -> skip
  fi
}
