/* An int that can leave its range: what holds of mathematical integers need not
 * hold of the program, so there is no answer unless they are asked for.
 *
 * options: --symbolic
 * expect: unknown
 * expect: positive holds with --integers unbounded
 */
int n = 1;

active proctype p() {
  do
  :: n = n + 1
  od
}

ltl positive { [] (n >= 1) }
