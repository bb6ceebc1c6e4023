/* A channel dies with the process that made it.
 *
 * expect: violated runtime
 */
chan kept;

proctype maker() {
  chan mine = [1] of { byte };

  kept = mine
}

init {
  run maker();
  _nr_pr == 1;
  kept!1
}
