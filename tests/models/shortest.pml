/* Breadth first finds the shortest way to a deadlock, depth first may not.
 *
 * expect: violated end-state
 * expect: deadlock after 3 steps
 * expect: ? states
 * expect: ? transitions
 */
byte x;

active proctype P() {
  do
  :: x < 10 -> x++
  :: x == 1 -> break
  od;
  x == 100
}
