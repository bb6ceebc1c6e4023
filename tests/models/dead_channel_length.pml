/* Nor can a channel that is gone be asked for its length.
 *
 * expect: violated runtime at line 17
 */
chan kept;
byte x;

proctype maker() {
  chan mine = [1] of { byte };

  kept = mine
}

init {
  run maker();
  _nr_pr == 1;
  x = len(kept)
}
