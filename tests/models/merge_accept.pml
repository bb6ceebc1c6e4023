/* The loop of Idle must not be followed for ever while the others wait, though
 * the statement at one of its two places is passed at once.
 * expect: acceptance violated acceptance-cycle
 */
byte go, seen;

active proctype Idle() {
  do
  :: go < 5 -> skip
  od
}

active proctype P() {
  seen = 1;
accept: do
  :: go < 5 -> skip
  od
}
