/* Three processes that walk round a ring of numbers, and talk to a fourth now
 * and then: cycles, and states that are met in many ways.  Each state is
 * expanded once, however few of them there is room for, because what the cache
 * forgets is noted on disk.
 *
 * options: --no-reduce
 *
 * expect: holds
 * expect: 32928 states
 * expect: 32928 states with --store cache --archive disk
 * expect: 32928 states with --store cache --archive disk --cache-states 1000
 * expect: 32928 states with --store cache --archive disk --cache-states 100
 * expect: 32928 states with --store cache --archive disk --cache-states 1
 * expect: 32928 states with --store cache --archive disk --cache-states 100 --replace random
 * expect: 32928 states with --store cache --archive disk --cache-states 100 --replace oldest
 * expect: 32928 states with --store cache --no-sleep --cache-states 100
 * expect: holds with --store cache --cache-states 1
 * expect: unknown with --store cache --cache-states 1 --archive none
 * expect: violated assertion with -DWRONG --store cache --archive disk --cache-states 1
 * expect: violated assertion with -DWRONG --store cache --archive disk --cache-states 500
 */
#define ROUND 6

byte place[3];
chan call = [1] of {byte};
byte calls;

active [3] proctype Walker() {
  do
  :: place[_pid] = (place[_pid] + 1) % ROUND
  :: place[_pid] == 3 -> call ! _pid
  od
}

active proctype Listener() {
  byte who;
  do
  :: call ? who -> calls = (calls + who) % 4;
#ifdef WRONG
     assert(!(calls == 3 && place[0] == 5 && place[2] == 1))
#endif
  od
}
