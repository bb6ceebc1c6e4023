/* A rendezvous send in an atomic sequence hands control to the receiver, who
 * keeps it as long as its own sequence lasts.
 *
 * expect: holds
 * expect: 12 states
 * expect: 17 transitions
 */
chan c = [0] of { bit };
byte x;

active proctype P() {
  atomic {
    x = 1;
    c!0;
    x = 3
  }
}

active proctype Q() {
  atomic {
    c?0;
    assert(x == 1);
    x = 2;
    assert(x == 2)
  }
}

active proctype R() {
  assert(x != 1)
}
