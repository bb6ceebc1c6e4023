/* An inline may return a value.
 *
 * expect: holds
 * expect: 8 states
 * expect: 8 transitions
 */
inline larger(a, b) {
  if
  :: a >= b -> return a
  :: else -> return b
  fi
}

active proctype P() {
  byte x;

  x = larger(3, 5);
  assert(x == 5);
  x = larger(x + 1, 2);
  assert(x == 6)
}
