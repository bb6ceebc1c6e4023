/* Assumptions go with every kind of property: here the runs on which the light
 * is on again and again, or never again, as formulas and as automata.
 *
 * expect: dark violated acceptance-cycle
 * expect: dark violated acceptance-cycle with --assume '<> on'
 * expect: dark holds with --assume '[]<> on'
 * expect: dark holds with --assume assume_again.hoa
 * expect: dark holds with --assume '[]<> on' --assume assume_again.hoa
 * expect: acceptance violated acceptance-cycle
 * expect: acceptance violated acceptance-cycle with --assume assume_again.hoa
 * expect: acceptance holds with --assume '[] !on'
 * expect: acceptance holds with --assume '<>[] !on'
 * expect: acceptance holds with --assume assume_again.hoa --assume '<>[] !on'
 * expect: progress violated non-progress-cycle
 * expect: progress violated non-progress-cycle with --assume '<>[] !on'
 * expect: progress holds with --assume '[]<> on'
 * expect: progress holds with --assume assume_again.hoa
 * expect: bright violated acceptance-cycle with --assume assume_again.hoa
 * expect: bright holds with --assume '<>[] on' --assume assume_again.hoa
 */
bool on;

never dark {
  do
  :: true
  :: !on -> break
  od;
accept:
  do
  :: !on
  od
}

active proctype Light() {
off:
  do
  :: skip
  :: on = true;
accept_progress:
    progress: on = false
  od
}

ltl bright { <>[] on }
