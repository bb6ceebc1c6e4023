/* A division by zero.
 *
 * expect: violated runtime
 * expect: violated runtime at line 10
 */
byte x = 1;

active proctype P() {
  x--;
  x = 5 / x
}
