/* Initial values: one for all, a list, or zero.
 *
 * expect: holds
 * expect: 5 states
 * expect: 5 transitions
 */
byte a[3] = 7;
byte b[3] = { 1, 2, 3 };
short s;
int sum = 3 + 4;

active proctype P() {
  byte c[2] = { 8, 9 };

  assert(a[0] == 7 && a[1] == 7 && a[2] == 7);
  assert(b[0] == 1 && b[1] == 2 && b[2] == 3);
  assert(c[0] == 8 && c[1] == 9 && s == 0 && sum == 7)
}
