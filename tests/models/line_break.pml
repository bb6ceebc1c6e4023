/* A condition may be broken before an operator.
 *
 * expect: holds
 */
byte x = 1, y = 2;

active proctype P() {
  (x == 1)
    && (y == 2)
    && (x < y);
  assert(x == 1
    || y == 1)
}
