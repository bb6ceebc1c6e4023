/* Formulas over finite runs, of a loop that counts down from any number.
 *
 * options: --symbolic --assume 'N >= 1' --finite '[] (x >= 0)' --finite '<> (x == 1)'
 * expect: finite holds
 * expect: finite_2 holds with --finite-runs terminated
 * expect: finite_2 violated claim
 */
int N, x = 0;

active proctype p() {
  x = N;
  do
  :: x > 0 -> x = x - 1
  :: x == 0 -> break
  od
}
