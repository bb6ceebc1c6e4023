/* German's protocol, any number of clients, by counting (abstract).
 *
 * expect: coherent holds
 * unbounded: coherent holds
 */
int idle = 1, askS = 0, askE = 0, shared = 0, exclusive = 0, stale = 0;
bool busy = false, wantE = false;

active proctype clients() {
  do :: idle = idle + 1 :: break od;
  do
  :: d_step { idle >= 1 -> idle = idle - 1; askS = askS + 1 }
  :: d_step { idle >= 1 -> idle = idle - 1; askE = askE + 1 }
  :: d_step { shared >= 1 -> shared = shared - 1; askE = askE + 1 }
  :: d_step { !busy && askS >= 1 -> askS = askS - 1; busy = true; wantE = false }
  :: d_step { !busy && askE >= 1 -> askE = askE - 1; busy = true; wantE = true }
  :: d_step { busy && wantE && shared >= 1 -> shared = shared - 1; idle = idle + 1 }
  :: d_step { busy && exclusive >= 1 -> exclusive = exclusive - 1; idle = idle + 1 }
  :: d_step { busy && wantE && shared == 0 && exclusive == 0 -> exclusive = exclusive + 1; busy = false }
  :: d_step { busy && !wantE && exclusive == 0 -> shared = shared + 1; busy = false }
  od
}

ltl coherent { [] (exclusive <= 1 && (exclusive == 0 || shared == 0)) }
