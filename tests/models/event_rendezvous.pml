/* A rendezvous is two events in one step: the send, then the receive.
 *
 * expect: holds
 * expect: 6 states
 * expect: violated trace with -DVALUE=2
 */
#ifndef VALUE
#define VALUE 1
#endif

chan a = [0] of { byte };
chan b = [1] of { byte };

trace {
  do
  :: a!1; a?1; b!_
  od
}

active proctype P() {
  a!1;
  b!4;
  a!VALUE
}

active proctype Q() {
  byte x;

  a?x;
  a?x
}
