/* A goes round for ever where nobody can notice it, through one loop in another,
 * while B has left the light on: such a step ends somewhere each time.
 * expect: off_again violated acceptance-cycle
 * expect: off_again violated acceptance-cycle with --no-reduce
 * expect: holds with --property safety
 */
bool light;

active proctype A() {
  byte i, seen;
  do
  :: true;
     do
     :: i != 1 -> seen = 1; i = (i + 1) % 3
     :: i == 1 -> i++; break
     od;
     i = 0
  od
}

active proctype B() {
  do
  :: light = true; light = false
  od
}

ltl off_again { [] <> !light }
