/* A loop that nobody else can notice is gone round once in a step, and what
 * others do in the meantime is not forgotten: A never leaves it, and B moves.
 * expect: violated assertion at line 20
 * expect: violated assertion at line 20 with --no-reduce
 * expect: violated assertion at line 20 with --search bfs
 * expect: violated assertion at line 20 with --store bitstate
 * expect: at_last violated acceptance-cycle
 */
bool done;

active proctype A() {
  byte i;
  do
  :: i = 1 - i
  od
}

active proctype B() {
  done = true;
  assert(!done)
}

ltl at_last { <> done }
