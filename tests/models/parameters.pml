/* Processes get their parameters at their start; those of an active one are 0.
 *
 * expect: holds
 * expect: 81 states
 * expect: 176 transitions
 */
byte sum;

active proctype A(byte a; bool b) {
  assert(a == 0 && !b)
}

proctype B(byte a, b; short c) {
  byte twice = 2 * a;

  atomic {
    assert(twice == 2 * a && c == -(a + b));
    sum = sum + twice
  }
}

init {
  byte i;

  for (i : 1 .. 2) {
    run B(i, i + 1, -(2 * i + 1))
  }
}
