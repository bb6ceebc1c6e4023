/* run has a value: the number of the new process.
 *
 * expect: holds
 * expect: 15 states
 * expect: 19 transitions
 */
pid who;

proctype P() {
  assert(_pid == 1)
}

init {
  who = run P();
  assert(who == 1);
  _nr_pr == 1;
  if
  :: run P() -> skip
  fi
}
