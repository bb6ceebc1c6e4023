/* A divisor goes wrong though nobody looks at the quotient.
 * expect: violated runtime
 * expect: violated runtime at line 14 with --keep-going
 * expect: violated runtime at line 14 with --no-slice
 */
byte share;

active proctype A() {
  byte i = 4;
  do
  :: i > 0 -> i--
  :: break
  od;
  share = 6 / i
}
