/* for over an array runs through its indices.
 *
 * expect: holds
 * expect: 17 states
 * expect: 17 transitions
 */
byte a[4] = { 1, 2, 3, 4 };

active proctype P() {
  byte i, sum;

  for (i in a) {
    sum = sum + a[i]
  }
  assert(sum == 10)
}
