/* In a claim `else` holds when none of the other conditions does: this one
 * follows every run and waits for a 2 that stays.
 *
 * expect: never violated acceptance-cycle
 * expect: never holds with -DTOGGLE
 */
byte x;

active proctype P() {
  x = 1;
  x = 2;
#ifdef TOGGLE
  do
  :: x = 3 - x
  od
#endif
}

never {
wait:
  if
  :: x == 2 -> goto accept_stay
  :: x == 2 -> goto wait
  :: else -> goto wait
  fi;
accept_stay:
  if
  :: x == 2 -> goto accept_stay
  fi
}
