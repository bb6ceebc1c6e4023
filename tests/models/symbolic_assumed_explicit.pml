/* What is assumed of a variable that stays explicit would be told of its
 * declared value alone.
 *
 * expect: unknown with --symbolic --assume "N >= 1 && N < 9"
 * expect: safety violated assertion
 */
int N = 10;
int x;

active proctype P() {
  int top = N;
  do
  :: x < top -> x++
  :: else -> break
  od;
  assert(x != 10)
}
