/* A subscript goes wrong though nobody looks at the array, and a divisor though
 * nobody looks at the quotient.
 * expect: violated runtime
 * expect: violated runtime at line 16 with --keep-going
 * expect: violated runtime at line 16 with --no-slice
 */
byte seen[3], share;

active proctype A() {
  byte i;
  do
  :: i < 4 -> i++
  :: break
  od;
  if
  :: seen[i] = 1
  :: share = 6 / i
  fi
}
