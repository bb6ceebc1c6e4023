/* The steps inside an atomic are one transition, and each of them counts.  Ways
 * through it that end in the same state are still different steps: with and
 * without a message, and any number of times round a loop.
 *
 * expect: sent violated claim
 * expect: not_sent violated claim
 * expect: looped violated claim
 * expect: both violated claim
 * expect: never_both holds
 * expect: one_transition holds
 */
chan q = [1] of { byte };
chan r = [1] of { byte };

active proctype P() {
  do
  :: atomic {
       if
       :: q ! 1; q ? _
       :: skip
       fi
     }
  :: atomic {
       do
       :: r ! 1; back: r ? 1
       :: r ! 2; r ? 2
       :: break
       od
     }
  od
}

ltl sent { [] !sends(q, 1) }
ltl not_sent { [] (sends(q) || sends(r)) }
ltl looped { [] !passes(P@back) }
ltl both { [] !(sends(r, 1) && sends(r, 2)) }
ltl never_both { [] !(sends(q) && sends(r)) }
ltl one_transition { [] (sends(q) -> receives(q)) && [] (len(q) == 0) }
