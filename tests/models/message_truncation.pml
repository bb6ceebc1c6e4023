/* A message field and a parameter hold no more than their types.
 *
 * expect: holds
 * expect: 8 states
 * expect: 8 transitions
 */
chan c = [1] of { byte, short };

proctype Q(byte b; short s) {
  assert(b == 44 && s == -1)
}

init {
  byte x;
  short y;

  c!300, 65535;
  c?x, y;
  assert(x == 44 && y == -1);
  run Q(300, 65535)
}
