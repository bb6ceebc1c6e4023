/* A kanban cell of a Petri net: N cards go round, in any order.
 *
 * options: --assume 'N >= 1'
 * expect: cards holds
 * unbounded: cards holds
 */
bool ready = false;
int N, free, work = 0, back = 0, out = 0;

active proctype cell() {
  d_step { free = N; ready = true };
  do
  :: d_step { free > 0 -> free = free - 1; work = work + 1 }
  :: d_step { work > 0 -> work = work - 1; back = back + 1 }
  :: d_step { back > 0 -> back = back - 1; work = work + 1 }
  :: d_step { work > 0 -> work = work - 1; out = out + 1 }
  :: d_step { out > 0 -> out = out - 1; free = free + 1 }
  od
}

ltl cards { [] (!ready || free + work + back + out == N && free >= 0 && out <= N) }
