/* An assignment keeps the low bits; only on request is that an error.
 *
 * expect: holds
 * expect: violated runtime with --check-overflow
 * expect: 9 states
 * expect: 9 transitions
 */
byte b = 255;
short s = 32767;
unsigned u : 3 = 7;
bit f;
int i = 2147483647;

active proctype P() {
  b++;
  s++;
  u = u + 2;
  f = 2;
  assert(b == 0 && s == -32768 && u == 1 && f == 0);
  i = i - 1;
  assert(i == 2147483646)
}
