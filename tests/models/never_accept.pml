/* A run is violating when it is at an accept label of the claim again and
 * again; being there now and then is not enough.
 *
 * expect: never holds
 * expect: never violated acceptance-cycle with -DBACK
 */
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
#ifdef BACK
  :: x == 3 -> x = 0
#endif
  od
}

never {
again:
  if
  :: x == 1 -> goto accept_seen
  :: else -> goto again
  fi;
accept_seen:
  true;
  goto again
}
