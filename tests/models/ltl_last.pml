/* _last in a formula: who made the step before.  Nothing makes both of them
 * move again and again but fairness.
 *
 * expect: alternate violated acceptance-cycle
 * expect: alternate holds with --fair weak
 * expect: moved holds
 */
bit x, y;

active proctype P() {
  do
  :: x = 1 - x
  od
}

active proctype Q() {
  do
  :: y = 1 - y
  od
}

ltl alternate { ([] <> (_last == 0)) && ([] <> (_last == 1)) }
ltl moved { [] (X (x == 1) && x == 0 -> X (_last == 0)) }
