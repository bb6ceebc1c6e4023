/* What the trace does not allow is reported although an assertion fails later
 * in the same step.
 *
 * options: --keep-going
 * expect: violated trace
 * expect: prints 1 of 2: the trace does not allow this event
 * expect: prints 2 of 2: assert(g == 0)
 */
chan q = [1] of { byte };
byte g;

trace {
  do
  :: q!1
  od
}

active proctype A() {
  d_step { g = 1; q!2; assert(g == 0) }
}
