/* Mutual exclusion for two processes (Peterson, Myths about the mutual
 * exclusion problem, Information Processing Letters 12(3), 1981).
 *
 * A process that wants to enter says so and then gives the other one the right
 * of way; it waits while the other wants to enter too and has that right.
 *
 * BROKEN  the two announcements are made in the wrong order, and both
 *         processes can be inside at once
 *
 * expect: holds
 * expect: 38 states
 * expect: 65 transitions
 * expect: violated assertion with -DBROKEN
 */
#ifdef BROKEN
#define ANNOUNCE turn = other; wants[_pid] = true
#else
#define ANNOUNCE wants[_pid] = true; turn = other
#endif

bool wants[2];
byte turn;
byte inside;

active [2] proctype user() {
  byte other = 1 - _pid;

  do
  :: ANNOUNCE;
     (!wants[other] || turn == _pid);
     inside++;
     assert(inside == 1);
     inside--;
     wants[_pid] = false
  od
}
