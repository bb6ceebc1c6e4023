/* Accept labels without a claim: is a process at one again and again?
 *
 * expect: acceptance violated acceptance-cycle
 * expect: acceptance holds with -DONCE
 */
byte x;

active proctype P() {
again:
  x = 1;
accept:
  x = 2;
#ifdef ONCE
  do
  :: x = 3
  od
#else
  goto again
#endif
}
