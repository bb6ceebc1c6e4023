/* A process dies only after all younger ones; its number is then free again.
 *
 * expect: holds
 * expect: 21 states
 * expect: 27 transitions
 */
byte last_pid, died;

proctype child() {
  last_pid = _pid;
  died++
}

init {
  pid first, second;

  first = run child();
  assert(first == 1);
  _nr_pr == 1;
  second = run child();
  assert(second == 1);
  _nr_pr == 1;
  assert(died == 2)
}
