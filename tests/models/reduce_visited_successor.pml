/* After each handshake the receiver takes one of two steps of its own, which
 * come first.  They often lead to states that were visited already.  When those
 * are not on the path, nothing is put off round a cycle, so the steps of the
 * others need not be tried as well.
 *
 * options: --no-slice
 * expect: holds
 * expect: prints 352 states
 * expect: 1000 states
 */
chan c = [0] of { byte };

active [2] proctype Sender() {
end:
  do
  :: c!0
  :: c!1
  od
}

active [3] proctype Receiver() {
  byte x, sum;
end:
  do
  :: c?x; if :: sum = x :: sum = 2 fi
  od
}
