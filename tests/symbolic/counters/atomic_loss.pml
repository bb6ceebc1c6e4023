/* An atomic that blocks in the middle lets the others go on.
 *
 * options: --assume 'N >= 2'
 * expect: safety violated
 * unbounded: safety violated
 */
int N, x = 0, y = 0;

active proctype p() {
  atomic { x = x + 1; y >= N; assert(x == 1); x = x + 1 }
}

active proctype q() {
  do
  :: d_step { y < N -> y = y + 1 }
  :: x == 1 && y == N -> x = 5; break
  od
}
