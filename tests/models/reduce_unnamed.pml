/* Philosophers in a store that names no states: as much is left out as in the
 * exact one.  Where all that a process leads to has been seen, it is known of
 * some of these states that nothing was put off for ever there.
 *
 * options: --no-slice --store compact --accept-loss 0.001
 * expect: holds
 * expect: prints 264 states
 */
#define N 4

bit fork[N];

inline eat(one, other) {
  atomic { fork[one] == 0 -> fork[one] = 1 };
  atomic { fork[other] == 0 -> fork[other] = 1 };
  fork[other] = 0;
  fork[one] = 0
}

active [N - 1] proctype Philosopher() {
  byte meals;
  do
  :: meals < 2 -> eat(_pid, _pid + 1); meals++
  :: else -> break
  od
}

active proctype Last() {
  byte meals;
  do
  :: meals < 2 -> eat(0, N - 1); meals++
  :: else -> break
  od
}
