/* A violation a million steps away: found at once, and its run is folded.
 *
 * expect: safety violated
 * unbounded: safety violated
 */
int x = 0;

active proctype p() {
  do
  :: x = x + 1;
     assert(x != 1000000)
  od
}
