/* The else beside a rendezvous send is there as long as the receiver has not
 * come: a step that touches nothing takes it away.
 *
 * expect: violated assertion with --reduce
 * expect: violated assertion with --reduce --search bfs
 * expect: violated assertion with --no-reduce
 */
chan r = [0] of { byte };
byte x;

active proctype P() {
  skip;
  r?x
}

active proctype Q() {
  if
  :: r!1
  :: else -> assert(false)
  fi
}
