/* The bucket forgets how large a burst is.
 *
 * options: --assume 'B >= 3'
 * expect: level violated
 * unbounded: level violated
 */
int B, level = 0;

active proctype bucket() {
  do
  :: d_step { level < B -> level = level + 3 }
  :: d_step { level > 0 -> level = level - 1 }
  od
}

ltl level { [] (0 <= level && level <= B) }
