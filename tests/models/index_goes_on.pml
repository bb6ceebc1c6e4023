/* A wrong index ends its path: nothing behind it is executed.
 *
 * expect: violated runtime at line 15
 * expect: violated runtime at line 15 with --keep-going
 * expect: 5 states
 * expect: 5 transitions
 */
byte a[3], i = 3;

active proctype P() {
  if
  :: i = 2
  :: skip
  fi;
  a[i] = 1
}
