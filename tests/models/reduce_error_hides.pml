/* A run-time error ends its run: what others would have done after it is still
 * found.
 *
 * options: --reduce --keep-going
 * expect: prints division by zero
 * expect: prints assert(g == 1)
 */
byte zero, g;

active proctype P() {
  byte x;
  x = 1 / zero
}

active proctype Q() {
  assert(g == 1)
}
