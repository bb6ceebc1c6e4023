/* An assertion that can fail.
 *
 * expect: violated assertion
 * expect: violated assertion at line 14
 * expect: prints x is 2
 * expect: 21 states
 * expect: 33 transitions
 */
byte x;

active [2] proctype P() {
  x++;
  printf("x is %d\n", x);
  assert(x < 2)
}
