/* len, full, empty, nfull and nempty at each filling of a channel.
 *
 * expect: holds
 * expect: 12 states
 * expect: 12 transitions
 */
chan c = [2] of { byte, byte };

active proctype P() {
  assert(len(c) == 0 && empty(c) && nfull(c));
  c!1, 1;
  assert(len(c) == 1 && nempty(c) && nfull(c));
  c!2, 2;
  assert(len(c) == 2 && nempty(c));
  full(c);
  c?_, _;
  nfull(c);
  c?2, _;
  empty(c)
}
