/* Nobody looks at numbers of processes and there are few, so it makes no
 * difference whether A ends before B is started.
 *
 * expect: violated end-state with --reduce
 * expect: prints 4 states with --reduce --keep-going
 * expect: 9 states with --no-reduce --no-merge --no-slice --keep-going
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
