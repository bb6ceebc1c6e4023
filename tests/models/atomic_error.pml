/* An assertion inside an atomic sequence is found where it stands.
 *
 * expect: violated assertion at line 13
 * expect: ? states
 * expect: ? transitions
 */
byte x;

active proctype P() {
  atomic {
    x = 1;
    x = 2;
    assert(x == 1)
  }
}
