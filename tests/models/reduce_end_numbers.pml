/* The number of B says whether A had ended when it was started.
 *
 * expect: violated assertion at line 16 with --reduce
 * expect: violated assertion at line 16 with --reduce --search bfs
 * expect: violated assertion at line 16 with --no-reduce
 */
proctype A() { skip }
proctype B() { skip }

init {
  byte first, second;
  first = run A();
  second = run B();
  if
  :: first != second /* A was still there */
     -> assert(false)
  :: else
  fi
}
