/* moves(p): process p takes part in the next step, as in weak and strong
 * fairness.  R has ended, and can never move again.
 *
 * expect: both violated acceptance-cycle
 * expect: both holds with --fair weak
 * expect: both holds with --fair strong
 * expect: both holds with --assume '[] <> moves(P) && [] <> moves(Q)'
 * expect: one_at_a_time holds
 * expect: somebody holds
 * expect: who holds
 * expect: ended violated acceptance-cycle with --fair weak
 * expect: computed holds
 * expect: prints in the cycle moves(0) holds never, moves(1) holds always
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

active proctype R() {
  skip
}

ltl both { [] <> moves(0) && [] <> moves(1) }
ltl one_at_a_time { [] !(moves(0) && moves(1)) }
ltl somebody { [] (moves(P) || moves(Q) || moves(R)) }
ltl who { [] (moves(P) <-> moves(0)) && [] (x == 0 && X (x == 1) -> moves(P)) }
ltl ended { [] <> moves(R) }
ltl computed { [] (moves(x) && x == 1 -> X (y == 0 || y == 1)) }
