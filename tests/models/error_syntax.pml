/* A block that is not closed.
 *
 * expect: error 10:1 fi
 */
byte x;

active proctype P() {
  if
  :: x == 0 -> x = 1
}
