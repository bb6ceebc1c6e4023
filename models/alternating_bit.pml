/* The alternating-bit protocol over links that lose messages, after Bartlett,
 * Scantlebury and Wilkinson: A note on reliable full-duplex transmission over
 * half-duplex links (CACM 12, 1969).
 *
 * The sender repeats a message until it is acknowledged; a bit tells a new
 * message from one that is repeated.  Users see `in` and `out` alone, and see a
 * buffer with room for one message: see buffer.pml.  With -D BROKEN the receiver
 * does not look at the bit, and a message may come out twice.
 *
 * expect: holds
 * expect: 16819 states
 * expect: 62701 transitions
 */
chan in = [0] of { bit };
chan out = [0] of { bit };

chan send_data = [1] of { bit, bit };
chan take_data = [1] of { bit, bit };
chan send_ack = [1] of { bit };
chan take_ack = [1] of { bit };

active proctype User() {
end:
  do
  :: in!0
  :: in!1
  od
}

active proctype Sender() {
  bit message, mine, seen;
end:
  do
  :: in?message;
     do
     :: send_data!message, mine
     :: take_ack?seen;
        if
        :: seen == mine -> break
        :: else
        fi
     od;
     mine = 1 - mine
  od
}

active proctype DataLink() {
  bit message, tag;
end:
  do
  :: send_data?message, tag;
     if
     :: take_data!message, tag
     :: skip /* lost */
     fi
  od
}

active proctype AckLink() {
  bit tag;
end:
  do
  :: send_ack?tag;
     if
     :: take_ack!tag
     :: skip /* lost */
     fi
  od
}

active proctype Receiver() {
  bit message, wanted, tag;
end:
  do
  :: take_data?message, tag;
#ifdef BROKEN
     out!message;
#else
     if
     :: tag == wanted -> out!message; wanted = 1 - wanted
     :: else
     fi;
#endif
     send_ack!tag
  od
}

active proctype Peer() {
end:
  do
  :: out?_
  od
}
