/* enabled() in a model with a rendezvous.
 *
 * expect: holds
 */
chan q = [0] of { byte };
byte x;

active proctype P() {
  x == 1;
  q!1
}

active proctype Q() {
  assert(!enabled(0));
  x = 1;
  q?_;
  assert(x == 1)
}
