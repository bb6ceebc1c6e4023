/* The claim reaches its end, or fails in its assertion, as soon as x is 2; but
 * whether a run counts is not known by then.  From 2 there is no way back to 0,
 * so a run that comes to 0 again and again violates neither.
 *
 * expect: too_large violated claim
 * expect: too_large holds with --assume '[]<> (x == 0)'
 * expect: too_large holds with --assume assume_zero.hoa
 * expect: too_large violated acceptance-cycle with --assume '[]<> (x == 3)'
 * expect: too_large violated claim with --assume '<> (x == 1)'
 * expect: small violated claim
 * expect: small holds with --assume '[]<> (x == 0)'
 * expect: small holds with --assume assume_zero.hoa
 * expect: small violated acceptance-cycle with --assume '[]<> (x == 3)'
 * expect: small violated claim with --assume '<> (x == 1)'
 */
byte x;

never too_large {
  do
  :: x <= 1
  :: x == 2 -> break
  od
}

never small {
  do
  :: assert(x != 2)
  od
}

active proctype P() {
  do
  :: x == 0 -> x = 1
  :: x == 1 -> x = 0
  :: x == 1 -> x = 2
  :: x == 2 -> x = 3
  :: x == 3 -> skip
  od
}
