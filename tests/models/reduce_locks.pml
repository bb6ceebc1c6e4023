/* Philosophers whose forks are variables; the last one takes them in the other
 * order.  Whoever waits for a fork does nothing before a neighbour lays it down:
 * that is known from the tests and the assignments, so what the others do
 * meanwhile need not be tried in every order.
 *
 * options: --no-slice
 * expect: holds
 * expect: prints 264 states
 * expect: 30535 states
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
