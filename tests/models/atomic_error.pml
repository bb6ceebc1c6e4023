/* An assertion inside an atomic sequence is found where it stands.
 *
 * expect: violated assertion at line 13
 * expect: 3 states
 * expect: 3 transitions
 */
byte x;

active proctype P() {
  atomic {
    x = 1;
    x = 2;
    assert(x == 1)
  }
}
