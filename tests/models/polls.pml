/* A poll looks at a channel without changing it.
 *
 * expect: holds
 * expect: 8 states
 * expect: 8 transitions
 */
chan c = [3] of { byte, byte };

active proctype P() {
  byte x = 9;

  assert(!c?[1, 10]);
  c!1, 10;
  c!2, 20;
  assert(c?[1, 10] && c?[1, _] && c?[eval(x - 8), x] && x == 9);
  assert(!c?[2, 20] && c??[2, 20] && !c??[2, 10]);
  assert(len(c) == 2)
}
