/* A trace lists the order of sends and receives on its channels; this one is
 * kept.
 *
 * expect: holds
 * expect: 5 states
 * expect: 5 transitions
 */
chan a = [1] of { byte };
chan b = [1] of { byte };

trace {
  do
  :: a!_; a?_; b!2
  od
}

active proctype P() {
  byte x;

  a!1;
  a?x;
  b!2
}
