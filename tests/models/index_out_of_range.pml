/* An index past the end of an array.
 *
 * expect: violated runtime
 * expect: violated runtime at line 11
 */
byte a[3];
byte i;

active proctype P() {
  i = 3;
  a[i] = 1
}
