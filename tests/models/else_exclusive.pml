/* else beside a receive, on a channel with one reader.
 *
 * expect: holds
 * expect: 10 states
 */
chan q = [1] of { byte };

active proctype P() {
  xr q;
  byte x;

  if
  :: q?x
  :: else
  fi
}

active proctype Q() {
  q!1
}
