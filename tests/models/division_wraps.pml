/* The smallest number divided by -1 is itself again, and leaves no rest: the
 * processor stops SPIN's verifier here.
 *
 * expect: holds
 */
int x = 1, y = -1;

active proctype P() {
  x = x << 31;
  assert(x / y == x);
  assert(x % y == 0)
}
