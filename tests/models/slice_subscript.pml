/* What may fail shows its subscripts and divisors, not what they are applied
 * to: the counters are no part of a state, although counting could fail.
 *
 * expect: holds
 * expect: prints 3 states
 * expect: prints sliced: 1 variable that the property does not see (count)
 * expect: unknown with --no-slice --depth 9
 * expect: violated runtime at line 16 with -DWRONG
 */
int count[3], mean;
byte turn;

active proctype counter() {
  do
#ifdef WRONG
  :: turn == 2 -> count[turn + 1]++
#endif
  :: turn < 2 -> turn++
  :: turn > 0 -> turn--
  :: count[turn]++
  :: mean = count[2 - turn] / (turn + 1)
  od
}
