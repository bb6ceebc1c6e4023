/* A range of constants that begins above its end.
 *
 * expect: error 8:12 3 .. 2
 */
active proctype P() {
  byte i;

  for (i : 3 .. 2) {
    skip
  }
}
