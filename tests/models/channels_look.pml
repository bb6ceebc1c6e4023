/* What depends on more than the first message of a channel.  A sender that stops
 * at a length bounds its channel.  One that computes with it leaves the answer
 * open: nothing can be concluded from a sequence that seems to repeat.  One that
 * compares it with a number does the same for ever once the channel is longer.
 *
 * expect: channels bounded q=3 with -DLIMIT=3
 * expect: channels bounded q=12 with -DLIMIT=12
 * expect: channels unknown with -DFREE --max-capacity 20
 * expect: channels unbounded q with -DPASSING
 */
#ifndef LIMIT
#define LIMIT 3
#endif
chan q = [1] of { byte };

active proctype P() {
  do
#ifdef FREE
  :: q!1; assert(len(q) * 2 > 0)
#elif defined(PASSING)
  :: len(q) != LIMIT -> q!1
  :: len(q) == LIMIT -> q!2
#else
  :: len(q) < LIMIT -> q!1
  :: q??1
#endif
  od
}
