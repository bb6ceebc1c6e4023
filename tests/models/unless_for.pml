/* The escape of a for covers its first assignment too; SPIN leaves that out and
 * finds 65 states.
 *
 * expect: holds
 * expect: 72 states
 * expect: 105 transitions
 */
byte i, x, y;

active proctype P() {
  x = 4;
  for (i : 1 .. 2) { x = 1 } unless { y == 1; x = 3 }
}

active proctype Q() {
  y = 1;
  y = 2
}
