/* The same without a label: the server waits for ever.
 *
 * expect: violated end-state
 * expect: ? states
 * expect: ? transitions
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
