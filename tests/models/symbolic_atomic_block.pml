/* An atomic that blocks on a symbolic condition: others go on in the middle.
 *
 * options: --symbolic
 * expect: violated assertion at line 18
 */
int x = 0, y = 0;

active proctype p() {
  atomic { x = x + 1; y >= 2; x = x + 1 }
}

active proctype q() {
  do
  :: d_step { y < 3 -> y = y + 1 }
  :: y == 3 -> break
  od;
  atomic {
    assert(x != 1)
  }
}
