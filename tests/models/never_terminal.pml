/* A claim that accepts whatever follows is at its end there: no cycle is looked
 * for.  When runs that stop do not count, or only those that repeat certain
 * labels do, the run so far may have no continuation that counts: there one is.
 *
 * expect: three violated claim
 * expect: three violated acceptance-cycle with --deadlock-free
 * expect: three violated acceptance-cycle with --fair labels
 * expect: four holds
 */
byte x;

never three {
  do
  :: x != 3
  :: x == 3 -> goto accept_all
  od;
accept_all:
  do
  :: true
  od
}

never four {
  do
  :: x != 4
  :: x == 4 -> goto accept_all
  od;
accept_all:
  do
  :: true
  od
}

active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  od
}
