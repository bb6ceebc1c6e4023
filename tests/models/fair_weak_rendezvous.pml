/* Both sides of a handshake move.  The receiver can move while the sender
 * offers, so it is not passed over either.
 *
 * expect: meets violated acceptance-cycle
 * expect: meets holds with --fair weak
 */
chan c = [0] of { bit };
bit x;
bool met;

active proctype Sender() {
  c!1
}

active proctype Receiver() {
  c?_;
  met = true
}

active proctype Idle() {
  do
  :: x = 1 - x
  od
}

ltl meets { <> met }
