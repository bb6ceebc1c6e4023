/* Nobody looks at numbers of processes and there are few, so it makes no
 * difference whether A ends before B is started.
 *
 * expect: violated end-state
 * expect: prints   4 states
 * expect: 9 states
 */
byte state = 1;

proctype A() {
  atomic { state == 1; state = 2 }
}

proctype B() {
  atomic { state == 1; state = 0 }
}

init {
  run A();
  run B()
}
