/* A d_step that blocks ends its path, not the search.
 *
 * expect: violated runtime at line 11
 * expect: 4 states
 * expect: 4 transitions
 */
byte x;

active proctype P() {
  if
  :: d_step { x = 1; x == 2 }
  :: skip
  fi;
  x = 3
}
