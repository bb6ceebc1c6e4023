/* A call and return counter with two processes and a lock.
 *
 * options: --assume 'N >= 1'
 * expect: safety holds
 * unbounded: safety holds
 */
int N, depth = 0;
bool lock = false;

active proctype caller() {
  do
  :: atomic { !lock -> lock = true };
     if
     :: depth < N -> depth = depth + 1
     :: depth >= N -> skip
     fi;
     lock = false
  od
}

active proctype returner() {
  do
  :: atomic { !lock -> lock = true };
     if
     :: depth > 0 -> depth = depth - 1
     :: depth == 0 -> skip
     fi;
     assert(depth >= 0 && depth < N || depth == 0);
     lock = false
  od
}
