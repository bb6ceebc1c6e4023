/* A sum or product that needs more than 32 bits loses the upper ones, wherever
 * it stands; C leaves that open, and gcc takes x - 1 > 0 for x > 1.
 *
 * expect: holds
 */
int x = 1;

active proctype P() {
  x = x << 31;
  assert(x - 1 > 0 && -x == x && x * 2 == 0);
  x--;
  assert(x + 1 < 0)
}
