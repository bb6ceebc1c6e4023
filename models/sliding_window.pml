/* Sliding window with go-back-n over lossy channels (Tanenbaum, Computer
 * Networks, protocol 5; Stenning, A data transfer protocol, Computer Networks
 * 1(2), 1976).
 *
 * The sender may have WINDOW messages under way.  They are numbered modulo
 * MODULUS; the receiver takes them in order only, and acknowledges by the
 * number it waits for.  The channels keep the order but lose any message, and
 * the sender may resend the whole window at any time.  Each message carries its
 * true number (modulo PERIOD) for the check: nothing is lost, doubled or
 * swapped.  A modulus no larger than the window is too small: the receiver then
 * takes an old message for a new one.
 *
 * WINDOW    messages under way (1 to 7)
 * MODULUS   numbers to tell messages apart, WINDOW + 1 or more
 * CAPACITY  messages a channel holds
 *
 * expect: channels unbounded data
 * expect: holds
 * expect: 5048 states
 * expect: 16457 transitions
 * expect: violated assertion with -DMODULUS=1
 */
#ifndef WINDOW
#define WINDOW 1
#endif
#ifndef MODULUS
#define MODULUS (WINDOW + 1)
#endif
#ifndef CAPACITY
#define CAPACITY 2
#endif
#define PERIOD (2 * MODULUS)

chan data = [CAPACITY] of { byte, byte }; /* number, true number */
chan acks = [CAPACITY] of { byte };       /* the number waited for */

active proctype sender() {
  byte oldest; /* true number of the oldest message not acknowledged */
  byte sent;   /* messages under way */
  byte resent; /* how many of them have been sent again */
  byte awaited;

end:
  do
  :: sent < WINDOW ->
     data!((oldest + sent) % PERIOD % MODULUS), (oldest + sent) % PERIOD;
     sent++
  :: sent > 0 ->
     do
     :: resent < sent ->
        data!((oldest + resent) % PERIOD % MODULUS), (oldest + resent) % PERIOD;
        resent++
     :: else -> break
     od;
     resent = 0
  :: acks?awaited ->
     do
     :: sent > 0 && oldest % MODULUS != awaited ->
        d_step { oldest = (oldest + 1) % PERIOD; sent-- }
     :: else -> break
     od;
     awaited = 0
  od
}

active proctype receiver() {
  byte next; /* true number of the message to come */
  byte number, truth;

end:
  do
  :: data?number, truth ->
     if
     :: number == next % MODULUS ->
        assert(truth == next);
        next = (next + 1) % PERIOD
     :: else
     fi;
     d_step { number = 0; truth = 0 };
     acks!next % MODULUS
  od
}

active proctype loss() {
end:
  do
  :: data?_, _
  :: acks?_
  od
}
