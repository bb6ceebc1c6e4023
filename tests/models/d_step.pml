/* A d_step is one transition, and takes the first choice that is enabled.
 *
 * expect: holds
 * expect: 10 states
 * expect: 14 transitions
 */
byte x, y;

active proctype P() {
  d_step {
    if
    :: x == 1 -> y = 1
    :: x == 0 -> y = 2
    :: true -> y = 3
    fi;
    do
    :: x < 10 -> x++
    :: else -> break
    od
  };
  assert(x == 10 && y == 2)
}

active proctype Q() {
  assert(x == 0 || x == 10)
}
