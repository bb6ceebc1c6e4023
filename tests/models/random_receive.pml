/* A random receive takes the first message that matches, wherever it lies, and
 * leaves the others in order.
 *
 * expect: holds
 * expect: 12 states
 * expect: 12 transitions
 */
chan c = [4] of { byte, byte };

active proctype P() {
  byte x;

  c!1, 10;
  c!2, 20;
  c!3, 30;
  c!2, 21;
  c??2, x;
  assert(x == 20 && len(c) == 3);
  c??2, x;
  assert(x == 21 && len(c) == 2);
  c?1, 10;
  c?3, 30
}
