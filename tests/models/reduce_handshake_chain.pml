/* Q answers inside its atomic, and P receives at a place it has just come to:
 * that writes g, which R waits for.
 *
 * expect: violated assertion with --reduce
 * expect: violated assertion with --reduce --search bfs
 * expect: violated assertion with --no-reduce
 */
chan c = [0] of { byte };
chan d = [0] of { byte };
byte g;

active proctype P() {
  c!1;
  d?g
}

active proctype Q() {
  byte x;
  atomic {
    c?x;
    d!1
  }
}

active proctype R() {
  assert(g == 1)
}
