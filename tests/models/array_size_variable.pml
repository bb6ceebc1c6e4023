/* A variable as the size of an array counts as its constant initial value, and
 * as 8 if it has none.
 *
 * expect: safety holds
 * expect: safety violated runtime with -DPAST=2
 */
byte n = 3;
byte a[n];
proctype P(byte k) {
  byte b[k];
  b[7] = 1;
#ifdef PAST
  a[PAST + 1] = 1;
#endif
  a[2] = b[7];
}
init { run P(9) }
