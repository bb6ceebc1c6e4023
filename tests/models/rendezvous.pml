/* A rendezvous is one step of two processes: the receiver has the value as soon
 * as the sender has gone on.
 *
 * expect: holds
 * expect: 10 states
 * expect: 13 transitions
 */
chan c = [0] of { byte, bool };
byte got;

active proctype sender() {
  c!7, true;
  assert(got == 0 || got == 8)
}

active proctype receiver() {
  bool flag;
  byte value;

  c?value, flag;
  assert(value == 7 && flag);
  got = value + 1
}
