/* A loop within a loop, as in figure 2 of Boigelot and Wolper 1994: the inner
 * one acts as y := x, so the outer one can be accelerated as well.
 *
 * options: --symbolic --integers unbounded
 * expect: holds
 */
int x = 0, y = 0;

active proctype p() {
  do
  :: d_step { x = x + 1; y = 0 };
     do
     :: d_step { y < x -> y = y + 1 }
     :: y >= x -> break
     od;
     assert(x == y)
  od
}
