/* A process that is gone has no control state to look at.
 *
 * expect: violated runtime
 */
proctype P() {
inside:
  skip
}

init {
  pid p;

  p = run P();
  _nr_pr == 1;
  if
  :: P[p]@inside -> skip
  :: else
  fi
}
