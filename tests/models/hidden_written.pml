/* A hidden variable that is never read is left out of the state.
 *
 * expect: holds
 * expect: 4 states
 * expect: 5 transitions
 */
hidden byte h;
byte n;

active proctype P() {
  if
  :: h = 1
  :: h = 2
  fi;
  n = 1
}
