/* With --check-overflow a sum that leaves the range of int is an error too;
 * without it, it wraps around.
 *
 * expect: holds
 * expect: violated runtime with --check-overflow
 */
int i = 2147483647;

active proctype P() {
  i++;
  assert(i < 0)
}
