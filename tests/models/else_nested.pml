/* The guards of a nested choice are those of the process; its else looks at the
 * options before it only.
 *
 * expect: violated assertion at line 17
 * expect: holds with -DFIRST
 */
byte x, y;

active proctype P() {
  do
#ifdef FIRST
  :: x == 0 -> y = 9; break
#endif
  :: if :: x == 2 -> y = 1 :: else -> y = 2; break fi
  :: x == 0 -> y = 9; break
  od;
  assert(y == 9)
}
