/* Fairness is for the processes that come later, too: more of them than at the
 * start.
 *
 * expect: all violated acceptance-cycle
 * expect: all holds with --fair weak
 */
byte n;
bit x;

proctype Worker() {
  n++
}

init {
  byte i;
  for (i : 1 .. 5) {
    run Worker()
  };
  do
  :: x = 1 - x
  od
}

ltl all { <> (n == 5) }
