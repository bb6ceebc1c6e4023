/* Of two nested escapes that are both enabled the outer one is taken.
 *
 * expect: holds
 * expect: 7 states
 * expect: 7 transitions
 */
bool stop;
byte taken;

active proctype P() {
  {
    {
      do
      :: taken == 0 -> stop = true
      od
    } unless {
      stop -> taken = 1
    }
  } unless {
    stop -> taken = 2
  };
  assert(taken == 2)
}
