/* A hidden variable keeps its value but tells no states apart.
 *
 * expect: holds
 * expect: 6 states
 * expect: 6 transitions
 */
hidden byte h;
show byte s;
local byte l;

active proctype P() {
  h = 3;
  s = h;
  l = s;
  assert(l == 3)
}
