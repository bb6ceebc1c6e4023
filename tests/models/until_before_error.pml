/* A prefix that no good run begins like is a violation, though the run ends in
 * a run-time error later.
 *
 * expect: u violated claim
 * expect: u violated claim with --fair weak
 * expect: u violated claim with --symbolic
 */
byte x;
active proctype P() {
  do
  :: x < 4 -> x++
  :: x == 4 -> d_step { x++; x > 10 }
  od
}
ltl u { (x == 0) U (x == 9) }
