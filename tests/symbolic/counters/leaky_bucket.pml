/* A leaky bucket: drops come in bursts, the bucket never overflows.
 *
 * options: --assume 'B >= 3'
 * unbounded: level holds
 */
int B, level = 0, lost = 0;

active proctype bucket() {
  do
  :: d_step { level + 3 <= B -> level = level + 3 }
  :: d_step { level + 3 > B && lost < 1000 -> lost = lost + 3 }
  :: d_step { level > 0 -> level = level - 1 }
  od
}

ltl level { [] (0 <= level && level <= B) }
