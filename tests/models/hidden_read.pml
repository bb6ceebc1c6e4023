/* A hidden variable that is read tells states apart: without it the second run
 * would be cut off before its assertion.
 *
 * expect: violated assertion at line 17
 * expect: 9 states
 * expect: 9 transitions
 */
hidden byte h;
byte n;

active proctype P() {
  if
  :: h = 1
  :: h = 2
  fi;
  n = 1;
  assert(h == 1)
}
