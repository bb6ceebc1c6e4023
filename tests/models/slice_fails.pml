/* A subscript goes wrong though nobody looks at the array.
 * expect: violated runtime
 * expect: violated runtime at line 14 with --keep-going
 * expect: violated runtime at line 14 with --no-slice
 */
byte seen[3];

active proctype A() {
  byte i;
  do
  :: i < 4 -> i++
  :: break
  od;
  seen[i] = 1
}
