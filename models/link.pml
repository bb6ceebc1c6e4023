/* The bounded retransmission protocol (Helmink, Sellink and Vaandrager,
 * Proof-checking a data link protocol, TYPES 1993; Groote and van de Pol,
 * AMAST 1996): a link layer that gives up after too many losses.
 *
 * A file of CHUNKS chunks is sent one by one, each with an alternating bit and
 * a mark for the last, over channels that lose messages.  When a message or its
 * acknowledgement is lost the sender's timer runs out, which `timeout` models:
 * it fires only when nothing is under way.  After RETRIES repetitions of one
 * chunk the sender gives up.  Then it tells its user "not sent", or "don't
 * know" when the chunk lost was the last; the receiver, who hears nothing more,
 * tells its user "incomplete" unless it has seen the last chunk.
 *
 * What must hold: chunks arrive in order and once; "sent" means that the
 * receiver has the whole file, and "not sent" that it has not.
 *
 * CHUNKS   chunks of a file (1 to 32766)
 * RETRIES  repetitions of a chunk (0 to 32766)
 * SURE     the sender says "not sent" where it cannot know: violated
 *
 * expect: channels bounded forth=1 back=1
 * expect: holds
 * expect: 223 states
 * expect: 321 transitions
 * expect: violated assertion with -DSURE
 */
#ifndef CHUNKS
#define CHUNKS 4
#endif
#ifndef RETRIES
#define RETRIES 3
#endif

mtype = { none, sent, not_sent, dont_know, complete, incomplete };

chan forth = [1] of { short, bool, bit }; /* chunk, is it the last, its bit */
chan back = [1] of { bit };              /* the bit acknowledged */

mtype told = none;     /* what the sender's user was told */
mtype received = none; /* what the receiver's user was told */
bool ready = true;     /* the receiver is ready for a new file */

active proctype sender() {
  short chunk = 1, tries;
  bit alternating;

end:
  do
  :: atomic { told == none && ready -> ready = false };
     do
     :: forth!chunk, chunk == CHUNKS, alternating;
        if
        :: atomic { back?eval(alternating) ->
             alternating = 1 - alternating; tries = 0; chunk++ };
           if
           :: chunk > CHUNKS -> told = sent; break
           :: else
           fi
        :: atomic { timeout && tries < RETRIES -> tries++ }
        :: atomic { timeout && tries == RETRIES ->
#ifdef SURE
             told = not_sent;
#else
             told = (chunk == CHUNKS -> dont_know : not_sent);
#endif
             break }
        fi
     od;
     atomic { chunk = 1; tries = 0; alternating = 0 }
  od
}

active proctype receiver() {
  short expected = 1, chunk;
  bool last;
  bit bit_expected, bit_seen;

end:
  do
  :: forth?chunk, last, bit_seen ->
     atomic {
       if
       :: bit_seen == bit_expected ->
          assert(chunk == expected && last == (chunk == CHUNKS));
          expected++;
          bit_expected = 1 - bit_expected;
          if
          :: last -> received = complete
          :: else
          fi
       :: else
       fi;
       chunk = 0; last = false
     };
     back!bit_seen;
     bit_seen = 0
  :: atomic { told != none -> /* the receiver's timer, longer than all tries */
       if
       :: received == none -> received = incomplete
       :: else
       fi;
       assert(told != sent || received == complete);
       assert(told != not_sent || received == incomplete);
       expected = 1; bit_expected = 0;
       told = none; received = none; ready = true }
  od
}

active proctype loss() {
end:
  do
  :: forth?_, _, _
  :: back?_
  od
}
