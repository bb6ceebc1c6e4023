/* Tests of channels as atoms, negated too.  A message is taken in the end
 * because nothing else can be done with a full channel.
 *
 * expect: bounded holds
 * expect: drained holds
 * expect: filled violated acceptance-cycle
 * expect: kept violated acceptance-cycle
 * expect: not_full violated claim
 */
chan q = [2] of { byte };

active proctype P() {
  do
  :: q!1
  od
}

active proctype Q() {
  do
  :: q?_
  od
}

ltl bounded { [] (len(q) <= 2) }
ltl drained { [] (full(q) -> <> nfull(q)) }
ltl filled { [] <> full(q) }
ltl kept { <> [] !empty(q) }
ltl not_full { [] !full(q) }
