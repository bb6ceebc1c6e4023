/* Two enabled choices of a D_proctype are an error.
 *
 * expect: violated runtime
 */
byte x;

active D_proctype P() {
  if
  :: x == 0 -> x = 1
  :: x < 2 -> x = 2
  fi
}
