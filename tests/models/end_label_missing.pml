/* The same without a label: the server waits for ever.
 *
 * expect: violated end-state
 * expect: 5 states
 * expect: 6 transitions
 */
chan c = [1] of { byte };

active proctype server() {
  do
  :: c?_
  od
}

active proctype client() {
  c!1
}
