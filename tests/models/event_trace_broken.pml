/* A send that the trace does not foresee.
 *
 * expect: violated trace
 * expect: violated trace at line 15
 */
chan a = [2] of { byte };

trace {
  a!1;
  a!2
}

active proctype P() {
  a!1;
  a!1
}
