/* && and || look at their right side only when they must.
 *
 * expect: holds
 * expect: 4 states
 * expect: 4 transitions
 */
byte a[3];
byte i = 5;

active proctype P() {
  if
  :: i < 3 && a[i] == 0 -> assert(false)
  :: i >= 3 || a[i] == 0 -> skip
  fi
}
