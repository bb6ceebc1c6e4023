/* p V q: q holds up to and including the state where p does, or for ever.
 * `early` fails since x is 2 before y is set.
 *
 * expect: kept holds
 * expect: forever holds
 * expect: word holds
 * expect: early violated claim
 */
byte x, y;

active proctype P() {
  x = 1;
  y = 1;
  x = 2
}

ltl kept { (y == 1) V (x <= 1) }
ltl forever { (y == 7) V (x <= 2) }
ltl word { (y == 1) release (x <= 1) }
ltl early { (y == 1 && x == 2) V (x <= 1) }
