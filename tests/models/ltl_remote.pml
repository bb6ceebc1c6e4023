/* Places and local variables of processes as atoms.  The first process starts
 * at its label; the second counts to 2 and stays there.
 *
 * expect: starts holds
 * expect: arrives holds
 * expect: counts holds
 * expect: together violated acceptance-cycle
 */
byte x;

active proctype P() {
begin:
  skip;
done:
  do
  :: x == 0
  od
}

active proctype Q() {
  byte n;
  do
  :: n < 2 -> n++
  :: else -> break
  od;
last:
  false
}

ltl starts { P@begin }
ltl arrives { [] (Q@last -> Q:n == 2) }
ltl counts { [] (Q[1]:n <= 2) }
ltl together { <> (P@done && Q@last) }
