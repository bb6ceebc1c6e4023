/* for over a range runs from the first to the last value; the upper bound is
 * looked at each time.
 *
 * expect: holds
 * expect: 24 states
 * expect: 24 transitions
 */
active proctype P() {
  byte i, sum, top = 3;

  for (i : 1 .. top) {
    sum = sum + i;
    if
    :: i == 2 -> top = 4
    :: else
    fi
  }
  assert(sum == 10 && i == 5);
  for (i : 5 .. top) {
    assert(false)
  }
}
