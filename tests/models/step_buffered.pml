/* Sends and receives of a channel with room.  A receive that copies is none;
 * a run that stops has no step any more.
 *
 * expect: order holds
 * expect: received holds
 * expect: copied holds
 * expect: stops holds
 * expect: always_something violated claim
 * expect: always_something holds with --deadlock-free
 * expect: again_and_again violated acceptance-cycle
 * expect: again_and_again holds with --deadlock-free
 * expect: prints and nothing moves any more
 * expect: prints in the cycle moves(P) holds never, moves(Q) holds never
 */
chan q = [2] of { byte, bit };

active proctype P() {
  q ! 1, 0;
  q ! 2, 1
}

active proctype Q() {
  byte v;
  q ? <v, _>;
  q ? v, _;
  q ? v, _
}

ltl order { !sends(q, 2) U sends(q, 1) }
ltl received { !receives(q) W sends(q, 1, 0) }
ltl copied { !(len(q) > 0 && moves(Q)) W (moves(Q) && !receives(q)) }
ltl stops { <> [] !(moves(P) || moves(Q)) }
ltl always_something { [] (moves(P) || moves(Q)) }
ltl again_and_again { [] <> (moves(P) || moves(Q)) }
