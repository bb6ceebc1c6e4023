/* A process may stop at a label that begins with end.
 *
 * expect: holds
 * expect: 5 states
 * expect: 6 transitions
 */
chan c = [1] of { byte };

active proctype server() {
end_idle:
  do
  :: c?_
  od
}

active proctype client() {
  c!1
}
