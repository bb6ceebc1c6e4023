/* A central server that any number of clients ask for a lock (FAST: Central
 * server), with a queue.
 *
 * expect: one holds
 * unbounded: one holds
 */
int think = 1, wait = 0, use = 0, lock = 1;

active proctype server() {
  do :: think = think + 1 :: break od;
  do
  :: d_step { think >= 1 -> think = think - 1; wait = wait + 1 }
  :: d_step { wait >= 1 && lock == 1 -> wait = wait - 1; lock = 0; use = use + 1 }
  :: d_step { use >= 1 -> use = use - 1; lock = 1; think = think + 1 }
  od
}

ltl one { [] (use <= 1 && use + lock == 1) }
