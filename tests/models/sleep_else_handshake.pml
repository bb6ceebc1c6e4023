/* Whether there is an `else` depends on a value that the partner of a handshake
 * looks at: the assignment and the `else` are not independent.
 *
 * expect: holds
 * expect: 17 states with --no-reduce --no-merge --no-slice
 * expect: 17 states with --no-reduce --no-merge --no-slice --store cache
 * expect: 17 states with --no-reduce --no-merge --no-slice --store cache --no-sleep
 */
byte g;
chan r = [0] of { byte };

active proctype Sender() {
  do
  :: r!1
  :: else -> break
  od
}

active proctype Receiver() { end: r?eval(g) }

active proctype Setter() {
  g = 1;
  skip
}
