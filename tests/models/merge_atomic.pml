/* The first statement of an atomic is nobody's business, what follows is: it
 * must not become part of the step before.  The last atomic can run when both
 * workers have read the counter.
 *
 * expect: violated assertion at line 31
 * expect: violated assertion with --no-merge
 * expect: violated assertion with --no-reduce
 */
byte counter, finished;

proctype worker() {
  byte copy;
  copy = counter;
  counter = copy + 1;
  finished++
}

init {
  byte i;
  atomic {
    run worker();
    run worker()
  };
  i = 1;
  atomic {
    i = 0;
    do
    :: i < 2 -> i++
    :: else -> break
    od;
    assert(finished < 2 || counter == 2)
  }
}
