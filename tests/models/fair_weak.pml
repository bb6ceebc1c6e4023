/* A process that can always move is not passed over for ever in a fair run; one
 * that can do so only now and then may be, unless fairness is strong.
 *
 * expect: steady violated acceptance-cycle
 * expect: steady holds with --fair weak
 * expect: now_and_then violated acceptance-cycle with --fair weak
 * expect: now_and_then holds with --fair strong
 */
bit x;
bool p, q;

active proctype Toggle() {
  do
  :: x = 1 - x
  od
}

active proctype Steady() {
  p = true
}

active proctype Patient() {
  x == 1 -> q = true
}

ltl steady { <> p }
ltl now_and_then { <> q }
