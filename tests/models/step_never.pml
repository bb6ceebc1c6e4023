/* Events in the conditions of a never claim, alone and combined, also below an
 * else.
 *
 * expect: starves violated acceptance-cycle
 * expect: starves holds with --fair weak
 * expect: reply violated claim
 * expect: quiet holds
 */
chan q = [1] of { byte };
bit x;

active proctype P() {
  do
  :: q ! 1
  :: q ? 1
  od
}

active proctype Q() {
  do
  :: x = 1 - x
  od
}

never starves {
  do
  :: true
  :: !moves(Q) -> break
  od;
accept:
  do
  :: !moves(Q)
  od
}

never reply {
  do
  :: !(sends(q, 1) && x == 1) || receives(q)
  :: else -> break
  od
}

never quiet {
  do
  :: moves(P) || moves(Q) && !sends(q)
  :: else -> break
  od
}
