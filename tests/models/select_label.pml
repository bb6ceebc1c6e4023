/* A jump to a wide select of constants starts it afresh.
 *
 * expect: holds
 * expect: 287 states
 * expect: 368 transitions
 */
byte number, x;

active proctype P() {
  x = 1;
again:
  select(number : 0 .. 40);
  x = 2;
  goto again
}
