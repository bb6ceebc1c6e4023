/* A search that was cut does not say that anything holds.
 *
 * expect: holds
 * expect: unknown with --depth 10 --no-reduce --no-merge
 */
byte x;

active proctype P() {
  do
  :: x < 200 -> x++
  :: else -> break
  od
}
