/* ltl and never blocks stand beside what safety means; here only that is asked
 * for.
 *
 * options: --property safety
 * expect: holds
 * expect: 4 states
 * expect: 4 transitions
 */
byte x;

ltl grows { [] (x < 3) && <> (x == 2) }

active proctype P() {
  x = 1;
  x = 2
}
