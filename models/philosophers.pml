/* Dining philosophers (Dijkstra, Hierarchical ordering of sequential
 * processes, Acta Informatica 1, 1971).
 *
 * N philosophers sit around a table with one fork between neighbours; each
 * needs both of his forks to eat.  When all reach for the left one first, each
 * may end up holding one fork and waiting for ever.  With ORDERED the last
 * philosopher reaches for the forks in the other order, as Dijkstra proposed:
 * the forks are then always claimed in ascending order and nothing blocks.
 *
 * N        philosophers (2 to 255)
 * ORDERED  forks are claimed in ascending order: no deadlock
 *
 * expect: violated end-state
 * expect: 256 states
 * expect: 665 transitions
 * expect: holds with -DORDERED
 * expect: 205 states with -DORDERED
 * expect: 497 transitions with -DORDERED
 */
#ifndef N
#define N 4
#endif

#define LEFT _pid
#define RIGHT ((_pid + 1) % N)

#ifdef ORDERED
#define FIRST (_pid == N - 1 -> RIGHT : LEFT)
#define SECOND (_pid == N - 1 -> LEFT : RIGHT)
#else
#define FIRST LEFT
#define SECOND RIGHT
#endif

bool taken[N];
bool eating[N];

#define TAKE(fork) atomic { !taken[fork] -> taken[fork] = true }

active [N] proctype philosopher() {
  do
  :: TAKE(FIRST);
     TAKE(SECOND);
     eating[_pid] = true;
     assert(!eating[(_pid + 1) % N] && !eating[(_pid + N - 1) % N]);
     eating[_pid] = false;
     taken[SECOND] = false;
     taken[FIRST] = false
  od
}
