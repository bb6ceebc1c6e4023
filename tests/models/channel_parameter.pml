/* A channel as a parameter of two processes; xr and xs state that each end has
 * one user.
 *
 * expect: holds
 * expect: 105 states
 * expect: 180 transitions
 */
proctype producer(chan out) {
  xs out;
  byte i;

  for (i : 1 .. 3) {
    out!i
  }
}

proctype consumer(chan in) {
  xr in;
  byte i, x;

  for (i : 1 .. 3) {
    in?x;
    assert(x == i)
  }
}

init {
  chan link = [2] of { byte };

  atomic {
    run producer(link);
    run consumer(link)
  }
}
