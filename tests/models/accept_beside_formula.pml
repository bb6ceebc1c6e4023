/* Accept labels of processes are a property of their own.  SPIN's verifier
 * finds them beside a formula, too, and calls that an acceptance cycle.
 *
 * expect: p holds
 * expect: acceptance violated acceptance-cycle
 */
byte x;
active proctype A() {
accept:
  do :: x = 1 - x od
}
ltl p { [] (x < 2) }
