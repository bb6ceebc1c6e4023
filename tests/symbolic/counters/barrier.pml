/* A barrier for N processes: nobody is two rounds ahead.
 *
 * options: --assume 'N >= 1'
 * expect: together holds
 * unbounded: together holds
 */
int N, before, at = 0, after = 0;
bool open = false;

active proctype barrier() {
  before = N;
  do
  :: d_step { !open && before > 0 -> before = before - 1; at = at + 1 }
  :: d_step { !open && at == N -> open = true }
  :: d_step { open && at > 0 -> at = at - 1; after = after + 1 }
  :: d_step { open && at == 0 && after == N -> open = false; before = N; after = 0 }
  od
}

ltl together { [] ((after == 0 || before == 0) && before + at + after <= N) }
