/* The same variable for two fields of a message has the last one.  SPIN refuses
 * it.
 *
 * expect: holds
 */
chan c = [1] of { byte, byte };
active proctype A() {
  byte x;
  c!1, 2;
  c?x, x;
  assert(x == 2)
}
