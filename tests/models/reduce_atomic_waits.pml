/* How far an atomic sequence gets depends on what others have sent: R can look
 * between its halves.
 *
 * expect: violated assertion with --reduce
 * expect: violated assertion with --reduce --search bfs
 * expect: violated assertion with --no-reduce
 */
chan c = [1] of { byte };
byte a, b;

active proctype P() {
  c!1
}

active proctype Q() {
  byte x;
  atomic {
    a = 1;
    c?x;
    b = 1
  }
}

active proctype R() {
  d_step { assert(a == b) }
}
