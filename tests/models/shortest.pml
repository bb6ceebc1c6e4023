/* Breadth first finds the shortest way to a deadlock, depth first may not.
 *
 * expect: violated end-state
 * expect: deadlock after 3 steps
 * expect: 22 states
 * expect: 22 transitions
 */
byte x;

active proctype P() {
  do
  :: x < 10 -> x++
  :: x == 1 -> break
  od;
  x == 100
}
