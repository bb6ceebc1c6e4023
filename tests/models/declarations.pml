/* A declaration in the middle is an assignment at its place, each time.
 *
 * expect: holds
 * expect: 19 states
 * expect: 19 transitions
 */
byte g;

active proctype P() {
  byte i;

  g = 5;
  byte a = g;
  assert(a == 5);
  do
  :: i < 2 ->
     byte k;
     assert(k == 0);
     k = 9;
     i++
  :: else -> break
  od;
  {
    byte inner = 1;
    assert(inner == 1)
  };
  assert(a == 5)
}
