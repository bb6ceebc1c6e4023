/* A sliding window of size W with unbounded sequence numbers.
 *
 * options: --assume 'W >= 1'
 * unbounded: window holds
 * unbounded: safety holds
 */
int W, base = 0, newest = 0, expected = 0;

active proctype sender() {
  do
  :: newest < base + W -> newest = newest + 1
  :: d_step { base < expected -> base = base + 1 }
  od
}

active proctype receiver() {
  do
  :: expected < newest -> expected = expected + 1
  od
}

ltl window { [] (base <= expected && expected <= newest && newest <= base + W) }
