/* A receive in angle brackets copies and leaves the message where it is.
 *
 * expect: holds
 * expect: 10 states
 * expect: 10 transitions
 */
chan c = [3] of { byte, byte };

active proctype P() {
  byte x, y;

  c!1, 10;
  c!2, 20;
  c?<x, y>;
  assert(x == 1 && y == 10 && len(c) == 2);
  c??<2, y>;
  assert(x == 1 && y == 20 && len(c) == 2);
  c?1, 10;
  c?2, 20
}
