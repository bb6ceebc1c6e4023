/* np_ means something in a never claim only.
 *
 * expect: violated runtime at line 9
 */
byte x;

active proctype P() {
progress:
  x = np_
}
