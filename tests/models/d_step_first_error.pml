/* Of what goes wrong in a d_step the first is the one to report, also when the
 * step cannot be completed.
 *
 * expect: violated assertion at line 15
 */
byte a[2];
byte g;

active proctype A() {
  byte i;
  do
  :: i < 5 -> i++
  :: else -> break
  od;
  d_step { assert(g == 1); a[i] = 1; assert(g == 2) }
}
