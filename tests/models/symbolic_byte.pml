/* A byte wraps around: the edge that does is one of its own, so the answer is
 * exact and the run that shows it is found.
 *
 * options: --symbolic
 * expect: violated assertion at line 12
 */
byte b = 1;

active proctype p() {
  do
  :: b = b + 1;
     assert(b > 0)
  od
}
