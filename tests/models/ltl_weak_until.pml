/* Weak until: the left side may last for ever.  `weak` holds though y is never
 * 2; with until it is violated.
 *
 * expect: weak holds
 * expect: word holds
 * expect: strong violated acceptance-cycle
 * expect: broken violated claim
 */
byte x, y;

active proctype P() {
  do
  :: x = 1 - x
  od
}

ltl weak { (x < 2) W (y == 2) }
ltl word { (x < 2) weakuntil (y == 2) }
ltl strong { (x < 2) U (y == 2) }
ltl broken { (x == 0) W (y == 2) }
