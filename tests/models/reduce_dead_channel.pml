/* The channel of a process goes with it: a send to it may come too late.
 *
 * expect: violated runtime with --reduce
 * expect: violated runtime with --reduce --search bfs
 * expect: violated runtime with --no-reduce
 */
chan names = [1] of { chan };

active proctype Q() {
  chan to;
  names?to;
  to!1
}

active proctype P() {
  chan own = [1] of { byte };
  names!own
}
