/* timeout is true when nothing else can move in the whole system, an unmatched
 * rendezvous included.
 *
 * expect: holds
 * expect: 9 states
 * expect: 9 transitions
 */
chan c = [0] of { bit };
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
  :: timeout -> break
  od;
  assert(x == 3)
}

active proctype Q() {
end:
  c!1
}
