/* Jumps that go round for ever, and those that lead there; each that a
 * statement leads to is told.
 *
 * expect: error 9:19 these jumps never end
 * expect: error 11:3 these jumps never end
 */
byte x;
active proctype P() {
  if :: x == 0 -> goto A :: x == 1 -> goto B :: else fi;
A:goto B;
B:goto A
}
