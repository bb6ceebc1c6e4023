/* A process that has ended still counts while a younger one lives.
 *
 * expect: holds
 * expect: 11 states
 * expect: 11 transitions
 */
bool go;

proctype older() { skip }
proctype younger() { go }

init {
  atomic {
    run older();
    run younger()
  };
  timeout -> assert(_nr_pr == 3);
  go = true;
  _nr_pr == 1
}
