/* A claim that cannot move gives the run up, although the model goes on: here
 * it allows x to be 0, then 1, and nothing after that.
 *
 * expect: never holds
 */
byte x;

active proctype P() {
  x = 1;
  x = 2;
  x = 0;
  do
  :: x = 1 - x
  od
}

never {
  do
  :: x == 0
  :: x == 1 -> break
  od;
accept:
  do
  :: x <= 1
  od
}
