/* A notrace need not be complete when the processes rest at end labels.  SPIN
 * calls that an invalid end state.
 *
 * expect: holds
 */
chan c = [1] of { byte };

active proctype P() {
  byte x;
end:
  do
  :: c?x
  od
}

notrace {
  c!1;
  c!2
}
