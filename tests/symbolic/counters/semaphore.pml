/* A semaphore and any number of clients.
 *
 * options: --assume 'N >= 0'
 * expect: mutex holds
 * unbounded: mutex holds
 */
int N, sem = 1, idle, waiting = 0, inside = 0;

active proctype clients() {
  idle = N;
  do
  :: d_step { idle > 0 -> idle = idle - 1; waiting = waiting + 1 }
  :: d_step { waiting > 0 && sem > 0 -> waiting = waiting - 1; sem = sem - 1; inside = inside + 1 }
  :: d_step { inside > 0 -> inside = inside - 1; sem = sem + 1; idle = idle + 1 }
  od
}

ltl mutex { [] (inside <= 1 && inside + sem == 1) }
