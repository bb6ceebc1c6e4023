/* A loop that is taken at once goes past the place where an int wraps around.
 *
 * expect: holds
 * expect: holds with --symbolic
 * expect: unknown with --symbolic --integers unbounded
 * expect: violated assertion with -DLEAST=-1431655764
 * expect: violated assertion with -DLEAST=-1431655764 --symbolic
 */
#ifndef LEAST
#define LEAST 5
#endif
int z, x;
active proctype P() {
  do
  :: x < 2; x = x + 1; z = z + 1431655766
  :: else -> break
  od;
  assert(z < LEAST)
}
