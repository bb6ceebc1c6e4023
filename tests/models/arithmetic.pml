/* Operators as in C, 32 bits wide, and rounding towards zero.
 *
 * expect: holds
 * expect: 9 states
 * expect: 9 transitions
 */
active proctype P() {
  int a = -7, b = 2;

  assert(a / b == -3 && a % b == -1);
  assert((a & 5) == 1 && (a | 8) == -7 + 0 && (b ^ 3) == 1 && ~b == -3);
  assert(1 << 4 == 16 && -8 >> 1 == -4);
  assert(2 + 3 * 4 == 14 && 10 - 4 - 3 == 3);
  assert((a < b -> 1 : 2) == 1 && !(a > b));
  assert((1 == 1) + (2 == 2) == 2);
  assert(b == 2 && b != 3 && b <= 2 && b >= 2)
}
