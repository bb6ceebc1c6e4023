/* An escape is also tried between the steps of an atomic sequence, but not
 * inside a d_step.
 *
 * expect: holds
 * expect: 8 states
 * expect: 8 transitions
 */
byte a, d;

active proctype P() {
  {
    atomic { a = 1; a = 2; a = 3 }
  } unless {
    a == 2 -> a = 10
  };
  assert(a == 10);
  {
    d_step { d = 1; d = 2; d = 3 };
    skip
  } unless {
    d == 2 -> d = 10
  };
  assert(d == 3)
}
