/* A trace may stand before all processes.  SPIN mistakes its number for that of
 * the first process, and lets a rendezvous send succeed without a receiver.
 *
 * expect: violated end-state at line 16
 */
chan watched = [1] of { byte };
chan nobody = [0] of { byte };

trace {
  do
  :: watched!_
  od
}

active proctype P() {
  nobody!1
}
