/* x is 0 until y is set, on every run; not so when x may change first.  Until
 * is strong: y must come.
 *
 * expect: first holds
 * expect: other violated claim
 * expect: strong violated acceptance-cycle
 */
byte x, y;

active proctype P() {
  y = 1;
  x = 1;
  do
  :: x = 3 - x
  od
}

ltl first { x == 0 U y == 1 }
ltl other { x == 0 U x == 2 }
ltl strong { x < 3 U y == 2 }
