/* An inline is put in place with its arguments by name, and has its own scope.
 *
 * expect: holds
 * expect: 12 states
 * expect: 12 transitions
 */
byte x = 3, y = 4;

inline swap(a, b) {
  byte t;
  t = a;
  a = b;
  b = t
}

active proctype P() {
  byte z = 7;

  swap(x, y);
  assert(x == 4 && y == 3);
  swap(z, y);
  assert(x == 4 && y == 7 && z == 3)
}
