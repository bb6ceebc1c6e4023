/* A buffered channel keeps the order and blocks its sender when it is full.
 *
 * expect: holds
 * expect: 97 states
 * expect: 164 transitions
 */
chan c = [2] of { byte };
byte expected = 1;

active proctype sender() {
  byte i;

  for (i : 1 .. 4) {
    c!i
  }
}

active proctype receiver() {
  byte x;

  do
  :: c?x ->
     assert(x == expected);
     expected++
  :: expected == 5 -> break
  od
}
