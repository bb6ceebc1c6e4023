/* Runs that have ended: at a valid end, in a deadlock, but not in an error.
 * One that has no step at all has the empty word if the formula is about events
 * only.
 *
 * expect: finite violated claim with --finite-runs terminated --finite '<>moves(0)' -DWAY=0
 * expect: finite holds with --finite-runs terminated --finite '[]!moves(0)' -DWAY=0
 * expect: finite violated claim with --finite-runs terminated --finite '[]!moves(0)' -DWAY=1
 * expect: finite violated claim with --finite-runs terminated --finite 'x == 0' -DWAY=1
 * expect: finite holds with --finite-runs terminated --finite '[]!moves(0)' -DWAY=2
 * expect: finite violated claim with --finite '[]!moves(0)' -DWAY=2
 * expect: finite holds with --finite-runs terminated --finite 'false' -DWAY=3
 */
byte x = 1;
active proctype P() {
#if WAY == 0
  x == 0
#elif WAY == 1
  x = 2
#elif WAY == 2
  x = 2;
  x = 1 / (x - 2)
#else
  do
  :: x = 3 - x
  od
#endif
}
