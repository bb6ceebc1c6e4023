/* The loop of figure 1 of Boigelot and Wolper 1994: a million states, a handful
 * of steps; the period is kept.
 *
 * options: --symbolic --show p@l2 --show p@l4
 * expect: holds
 * expect: prints x in [0, 1000002], (x) % 2 = 0
 * expect: prints x = 1000002
 */
int x = 0;

active proctype p() {
l2:
  do
  :: d_step { x <= 1000000 -> x = x + 2 }
  :: x > 1000000 -> break
  od;
l4:
  assert(x == 1000002)
}
