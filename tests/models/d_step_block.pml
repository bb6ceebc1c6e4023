/* A d_step that blocks after its first statement is an error.
 *
 * expect: violated runtime
 */
byte x;

active proctype P() {
  d_step {
    x = 1;
    x == 2;
    x = 3
  }
}
