/* What SPIN's grammar refuses: a negated test of a channel, and next.  The
 * first step sends, so the next state has a message; the last takes it.
 *
 * expect: holds
 * expect: answered holds
 * expect: next holds
 */
chan q = [1] of { byte };

ltl answered { [] (!empty(q) -> <> empty(q)) }
ltl next { X (len(q) == 1) }

active proctype P() {
  q!1;
  !empty(q) -> q?1
}
