/* Producers and consumers around a buffer of any size.
 *
 * options: --assume 'N >= 1'
 * expect: safety holds
 * expect: bounds holds
 * unbounded: bounds holds
 */
int N, filled = 0, room;

active proctype start() {
  room = N;
  do
  :: d_step { room > 0 -> room = room - 1; filled = filled + 1 }
  :: d_step { filled > 0 -> filled = filled - 1; room = room + 1 }
  od
}

ltl bounds { [] (filled >= 0 && filled <= N) }
