/* The end of a process makes no difference to most, but it can be counted: A
 * must not always end before B is started.
 *
 * expect: violated assertion at line 17 with --reduce
 * expect: violated assertion at line 17 with --reduce --search bfs
 * expect: violated assertion at line 17 with --no-reduce
 */
byte b;

proctype A() { skip }
proctype B() { b = 1 }

init {
  run A();
  run B();
end:  _nr_pr == 3;
  assert(false)
}
