/* A message takes the else of its receiver away.
 *
 * expect: violated assertion with --reduce
 * expect: violated assertion with --reduce --search bfs
 * expect: violated assertion with --no-reduce
 */
chan c = [1] of { byte };

active proctype P() {
  c!1
}

active proctype Q() {
  byte x;
  if
  :: c?x
  :: else -> assert(false)
  fi
}
