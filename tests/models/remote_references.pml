/* Another process can be asked for its control state and its locals.
 *
 * expect: holds
 * expect: 12 states
 * expect: 17 transitions
 */
active proctype P() {
  byte x = 3;

first:
  x = 4;
second:
  x = 5
}

active proctype Q() {
  if
  :: P@second -> assert(P:x == 4 || P[0]:x == 5)
  :: else
  fi
}
