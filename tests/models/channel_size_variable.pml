/* The capacity of a channel is a constant.
 *
 * expect: error 6:13 'k' is a variable: a constant is needed here
 */
proctype P(byte k) {
  chan c = [k] of { byte };
  c!1
}
init { run P(2) }
