/* A buffer with room for one message: the service that the protocol of
 * alternating_bit.pml is to give.
 *
 *   lariat compare --relation branching --show 'in!*' --show 'out!*' \
 *     models/buffer.pml models/alternating_bit.pml
 *
 * The two are branching bisimilar.  With -D BROKEN for the protocol they are
 * not even trace equivalent: see docs/compare.md.
 *
 * expect: holds
 * expect: 4 states
 * expect: 7 transitions
 */
chan in = [0] of { bit };
chan out = [0] of { bit };

active proctype User() {
end:
  do
  :: in!0
  :: in!1
  od
}

active proctype Buffer() {
  bit message;
end:
  do
  :: in?message;
     out!message
  od
}

active proctype Peer() {
end:
  do
  :: out?_
  od
}
