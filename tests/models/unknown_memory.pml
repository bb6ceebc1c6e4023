/* A search that runs out of its memory says so.
 *
 * expect: unknown with --memory 1M
 */
int x, y;

active proctype P() {
end:
  do
  :: x < 3000 -> x++
  :: y < 3000 -> y++
  od
}
