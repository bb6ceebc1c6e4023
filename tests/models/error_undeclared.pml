/* A name that nobody declared.
 *
 * expect: error 9:3 y
 * expect: error 10:7 z
 */
byte x;

active proctype P() {
  y = 1;
  x = z
}
