/* A shift by more bits than an int has.
 *
 * expect: violated runtime
 */
int x = 33;

active proctype P() {
  x = 1 << x
}
