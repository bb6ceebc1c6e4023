/* What depends on more than the first message of a channel.  The sender stops at
 * three messages; the other channel grows for ever, but a statement looks at its
 * length, so that nothing can be concluded from a sequence that seems to repeat.
 *
 * expect: channels bounded q=3 with -DLIMIT=3
 * expect: channels bounded q=12 with -DLIMIT=12
 * expect: channels unknown with -DFREE --max-capacity 20
 */
#ifndef LIMIT
#define LIMIT 3
#endif
chan q = [1] of { byte };

active proctype P() {
  do
#ifdef FREE
  :: q!1; assert(len(q) > 0)
#else
  :: len(q) < LIMIT -> q!1
  :: q??1
#endif
  od
}
