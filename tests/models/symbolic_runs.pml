/* Temporal formulas: a counter goes up to N and back to 0 for ever, whatever N
 * is; where it stays the same for ever is a matter of N.
 *
 * options: --symbolic --assume 'N >= 0'
 * expect: again holds
 * expect: returns holds
 * expect: low violated acceptance-cycle
 * expect: rest violated acceptance-cycle with --integers unbounded
 */
int N, x = 0;

active proctype p() {
  do
  :: x < N -> x = x + 1
  :: x == N -> x = 0
  od
}

ltl again { [] <> (x == 0) }
ltl returns { [] (x == 7 -> (x >= 7 W x == 0)) }
ltl low { <> [] (x < 5) }
ltl rest { <> [] (x == 0) }
