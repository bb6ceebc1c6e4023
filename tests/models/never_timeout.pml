/* A claim does not count for timeout: nobody can move when P waits, although
 * the claim always could.
 *
 * expect: safety holds
 * expect: never violated claim
 */
byte x;

active proctype P() {
  timeout;
  x = 1
}

never {
  do
  :: x == 0
  :: x == 1 -> break
  od
}
