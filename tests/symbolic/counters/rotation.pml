/* Three values go round; a swap; their sum stays.
 *
 * options: --assume 'N >= 1'
 * expect: sum holds
 * expect: safety holds
 * unbounded: sum holds
 */
bool ready = false;
int N, x, y = 0, z = 0, h = 0;

active proctype p() {
  d_step { x = N; ready = true };
  do
  :: d_step { h = x; x = y; y = z; z = h; h = 0 }
  :: d_step { h = x; x = y; y = h; h = 0 }
  :: d_step { x > 0 -> x = x - 1; y = y + 1 }
  od
}

ltl sum { [] (!ready || x + y + z == N && x >= 0 && y >= 0 && z >= 0) }
