/* The alternating-bit protocol over channels that lose messages (Bartlett,
 * Scantlebury and Wilkinson, CACM 12(5), 1969).  The sender repeats a message
 * when nothing else can happen: one is under way at a time.  With IMPATIENT it
 * repeats whenever it likes, and nothing bounds its channel.
 *
 * expect: channels bounded forth=1 back=1
 * expect: channels unbounded forth with -DIMPATIENT
 */
#ifdef IMPATIENT
#define WAITED true
#else
#define WAITED timeout
#endif

chan forth = [2] of { bit };
chan back = [2] of { bit };

active proctype sender() {
  bit turn;
  do
  :: forth!turn;
     if
     :: back?eval(turn) -> turn = 1 - turn
     :: back?eval(1 - turn)
     :: WAITED
     fi
  od
}

active proctype receiver() {
  bit got;
  do
  :: forth?got -> back!got; got = 0
  od
}

active proctype loss() {
  do
  :: forth?_
  :: back?_
  od
}
