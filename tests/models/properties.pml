/* An ltl block stands beside what safety means; each is counted for itself.
 *
 * expect: holds
 * expect: safety holds
 * expect: grows holds
 * expect: 4 states
 * expect: 4 transitions
 */
byte x;

ltl grows { [] (x < 3) && <> (x == 2) }

active proctype P() {
  x = 1;
  x = 2
}
