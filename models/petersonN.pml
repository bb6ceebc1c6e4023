/* Peterson's mutual exclusion for N processes (Peterson, Myths about the mutual
 * exclusion problem, Information Processing Letters 12(3), 1981).
 *
 * There are N - 1 doors one behind the other.  At each door a process names
 * itself the last to arrive and waits until somebody else has arrived there
 * after it, or until nobody is at this door or further: so every door keeps one
 * process back, and one gets through them all.  The others are looked at one
 * by one, not all at once.
 *
 * N  processes (2 to 255)
 *
 * expect: holds
 * expect: 8340 states
 * expect: 21849 transitions
 */
#ifndef N
#define N 3
#endif

byte door[N]; /* how many doors a process has reached, 0 when outside */
byte last[N]; /* who arrived last at a door */
byte inside;

#define CLEAR(i) (i == _pid || door[i] < here || last[here] != _pid)

active [N] proctype user() {
  byte here, other;

  do
  :: here = 1;
     do
     :: here < N ->
        door[_pid] = here;
        last[here] = _pid;
        do
        :: atomic { other == N -> other = 0; here++; break }
        :: other < N && CLEAR(other) -> other++
        od
     :: atomic { else -> here = 0; break }
     od;
     inside++;
     assert(inside == 1);
     inside--;
     door[_pid] = 0
  od
}
