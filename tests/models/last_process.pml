/* _last is the number of the process that moved last.
 *
 * expect: holds
 * expect: 7 states
 * expect: 8 transitions
 */
byte x;

active proctype P() {
  x == 1 && _last == 1
}

active proctype Q() {
  x = 1
}
