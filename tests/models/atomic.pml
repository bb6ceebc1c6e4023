/* Nobody sees the middle of an atomic sequence.
 *
 * expect: holds
 * expect: 19 states
 * expect: 29 transitions
 */
byte x;

active [2] proctype P() {
  byte old;

  atomic {
    old = x;
    x = old + 1;
    x = x + 1
  }
}

active proctype Q() {
  assert(x % 2 == 0)
}
