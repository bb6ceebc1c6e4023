/* A local may have the name of a variable outside, and hides it.
 *
 * expect: holds
 * expect: prints warning
 */
byte x = 1;

active proctype P() {
  byte x = 2;

  {
    byte x = 3;
    assert(x == 3)
  };
  assert(x == 2)
}

active proctype Q() {
  assert(x == 1)
}
