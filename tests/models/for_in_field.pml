/* `for (i in ...)` over an array that is a field, and over a channel of an
 * array.  SPIN takes the size of the outer array, or refuses it.
 *
 * expect: holds
 */
typedef T { bit w[3] }
T t[2], s;
chan c[2] = [2] of { byte };
active proctype A() {
  byte i, n, m;
  for (i in t[0].w) { n++ }
  assert(n == 3);
  for (i in s.w) { n++ }
  assert(n == 6);
  c[1]!7; c[1]!7;
  for (m in c[1]) { assert(m == 7); n++ }
  assert(n == 8)
}
