/* A reference without an index when there is no such process.
 *
 * expect: violated runtime at line 13
 */
byte x;

proctype P() {
inside:
  x = 1
}

init {
  if :: P@inside :: else fi;
  run P()
}
