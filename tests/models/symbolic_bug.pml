/* A violation thousands of steps away: the loop is unrolled and replayed.
 *
 * options: --symbolic
 * expect: violated assertion at line 15
 * expect: prints steps 1 to 5001: this one, ×5001
 */
int x = 0, y = 0;

active proctype p() {
  do
  :: d_step { x <= 15000 -> x = x + 3; y = y + 1 }
  :: x > 15000 -> break
  od;
  y = y - 1;
  assert(y != 5000)
}
