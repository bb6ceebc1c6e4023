/* Propositions about states: a letter is a state and the step that leaves it,
 * and the last state has a letter without a step.
 *
 * expect: finite holds with --finite '[](x == 0 -> X(x == 1))'
 * expect: finite violated claim with --finite '[](x == 0 -> X[!](x == 1))'
 * expect: finite violated claim with --finite '<>(x == 3)'
 * expect: finite holds with --finite-runs terminated --finite '<>(x == 3) && <>(x == 2 && strongnext x == 3)'
 * expect: finite violated claim with --finite-runs terminated --finite '[](x < 3)'
 * expect: finite holds with --finite '[](executes(P, 19) -> x == 2)'
 * expect: finite violated claim with --finite '[](x == 2 -> !moves(0))'
 * expect: finite holds with --finite '[](x == 2 -> X(x == 3)) && (x < 2 W x == 2)'
 * expect: finite violated claim with --finite 'x == 0 U x == 2'
 * expect: finite holds with --finite-runs terminated --finite 'x < 2 until x == 2'
 */
byte x;
active proctype P() {
  x = 1;
  x = 2;
  x = 3
}
