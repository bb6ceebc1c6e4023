/* A run-time error ends its run: what others would have done after it is still
 * found, also by a search that does not see to it itself.
 *
 * options: --reduce --keep-going --search bfs
 * expect: prints division by zero
 * expect: prints assert(g == 1)
 */
byte zero, g;

active proctype Q() {
  assert(g == 1)
}

active proctype P() {
  byte x;
  x = 1 / zero
}
