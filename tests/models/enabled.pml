/* enabled() and pc_value() of another process.
 *
 * expect: holds
 * expect: 19 states
 * expect: 27 transitions
 */
byte x;

active proctype P() {
  x == 1;
  x = 2
}

active proctype Q() {
  assert(!enabled(0));
  x = 1;
  if
  :: enabled(0) -> skip
  :: else -> assert(x == 2)
  fi;
  assert(pc_value(0) >= 0)
}
