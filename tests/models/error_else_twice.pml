/* Two choices nested in one another with an else each.
 *
 * expect: error 8:3 else
 */
byte x, y;

active proctype P() {
  do
  :: x == 1 -> break
  :: if :: x == 2 -> y = 1 :: else -> y = 2; break fi
  :: else -> y = 3; break
  od
}
