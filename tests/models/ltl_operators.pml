/* What SPIN's grammar refuses: a negated test of a channel, and next.
 *
 * options: --property safety
 * expect: holds
 */
chan q = [1] of { byte };

ltl answered { [] (!empty(q) -> <> empty(q)) }
ltl next { X (len(q) == 1) }

active proctype P() {
  q!1;
  !empty(q) -> q?1
}
