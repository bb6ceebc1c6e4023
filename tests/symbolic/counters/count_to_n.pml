/* Two loops one after the other; what one has counted the other takes back.
 *
 * options: --assume 'N >= 0'
 * expect: safety holds
 * unbounded: safety holds
 */
int N, i = 0, s = 0;

active proctype p() {
  do
  :: d_step { i < N -> i = i + 1; s = s + 2 }
  :: i >= N -> break
  od;
  assert(s == 2 * N || N > 1000000);
  do
  :: d_step { i > 0 -> i = i - 1; s = s - 2 }
  :: i == 0 -> break
  od;
  assert(s == 0 || N > 1000000)
}
