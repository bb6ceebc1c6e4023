/* A label in front of an unless is a place of its own.
 *
 * expect: holds
 * expect: 3 states
 * expect: 4 transitions
 */
byte x;
chan nobody = [0] of { byte };

active proctype P() {
  x = 1;
  goto inside;
  do
  :: x == 4 ->
inside:
    {
      do
      :: x == 1
      od
    } unless {
      nobody!1
    }
  od
}
