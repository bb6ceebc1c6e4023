/* Statements that touch the same variable, and do not mind each other in some
 * states only: the last free place, the last message, the other bit of a set.
 * Sleep sets tell these states apart, and no state is missed.
 *
 * options: --no-reduce --no-merge --no-slice
 *
 * expect: holds
 * expect: 800 states
 * expect: 800 states with --store cache
 * expect: holds with --store cache --cache-states 80
 * expect: violated assertion with -DWRONG
 * expect: violated assertion with -DWRONG --store cache
 * expect: violated assertion with -DWRONG --store cache --cache-states 80
 */
byte taken, set;
chan q = [3] of { byte };

active [3] proctype Taker() {
  byte mine;
  atomic { taken < 2 -> taken++ };
  set = set | (1 << _pid);
  q!taken;
  q?mine;
#ifdef WRONG
  assert(mine != 1 || set != 5);
#endif
  set = set & (255 - (1 << _pid));
  taken--
}
