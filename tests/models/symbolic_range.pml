/* An int that leaves its range wraps around, after two thousand million steps.
 * What holds of all integers need not hold then: of these two one does, and for
 * the other a run would be too long to be executed.
 *
 * options: --symbolic
 * expect: even holds
 * expect: unknown with --property positive
 * expect: prints but an int can wrap around at n = n + 2, and then it is violated
 * expect: positive holds with --integers unbounded
 */
int n = 2;

active proctype p() {
  do
  :: n = n + 2
  od
}

ltl positive { [] (n >= 1) }
ltl even { [] (n % 2 == 0) }
