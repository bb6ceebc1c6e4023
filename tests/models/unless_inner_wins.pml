/* The order in which SPIN numbers the places of nested escapes shows: the inner
 * escape of an atomic sequence and the outer one are equals there.
 *
 * expect: holds
 * expect: 4 states
 * expect: 5 transitions
 */
bool stop, stopped;
byte x;

active proctype P() {
  atomic {
    stop = true;
    atomic {
      x = 1
    } unless {
      stop -> x = 2
    };
    x = 3
  } unless {
    stop -> stopped = true
  }
}
