/* What a formula says of the next state of a run that has stopped is about its
 * last one; and runs that stop can be left out.
 *
 * expect: changes violated claim
 * expect: changes violated claim with --symbolic
 * expect: stays holds
 * expect: stays holds with --symbolic
 * expect: grows violated acceptance-cycle
 * expect: grows violated acceptance-cycle with --symbolic
 * expect: grows holds with --deadlock-free
 * expect: grows holds with --deadlock-free --symbolic
 */
int x;
active proctype P() {
  do
  :: x < 3; x = x + 1
  od
}
ltl changes { [] (x == 3 -> X (x != 3)) }
ltl stays { [] (x == 3 -> X (x == 3)) }
ltl grows { <> (x > 4) }
