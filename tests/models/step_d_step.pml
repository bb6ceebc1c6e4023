/* What happens inside a d_step happens in one step, also behind a receive of a
 * handshake that begins it.
 *
 * expect: inside holds
 * expect: seen violated claim
 * expect: received holds
 * expect: forwarded holds
 * expect: labelled violated claim
 * expect: by_line holds
 */
chan q = [1] of { byte };
chan h = [0] of { byte };
byte n;

active proctype P() {
  do
  :: d_step { q ! 3; within: q ? n; n = 0 }
  :: h ! 5
  od
}

active proctype Q() {
  byte v;
  do
  :: d_step { h ? v; q ! v + 1; q ? v; v = 0 }
  od
}

ltl inside { [] (sends(q, 3) -> receives(q, 3)) && [] (len(q) == 0) }
ltl seen { [] !sends(q, 3) }
ltl received { [] (receives(h, 5) <-> moves(Q)) && [] !sends(h, 6) }
ltl forwarded { [] (sends(h, 5) -> sends(q, 6) && receives(q, 6)) }
ltl labelled { [] !passes(P@within) }
ltl by_line { [] (executes(P, 17) -> sends(q, 3)) && [] (moves(Q) -> executes(Q, 25)) }
