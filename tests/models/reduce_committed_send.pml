/* Q may have decided to send before P comes to its receive, and then R can be
 * seen to move in between; but since the decision is its own affair, it is
 * enough to try the one order.
 *
 * expect: violated assertion at line 30 with --reduce
 * expect: violated assertion at line 30 with --reduce --search bfs
 * expect: violated assertion at line 30 with --no-reduce
 * expect: violated assertion at line 30 with --reduce --store cache
 */
chan c = [0] of { byte };
byte g;

active proctype P() {
  byte x;
  x = 1;
  x = 2;
  c?x
}

active proctype Q() {
  byte own = 1;
  if
  :: atomic { own == 1; c!1 }
  :: c!2
  fi;
  g++
}

active proctype R() {
  assert(g == 0)
}
