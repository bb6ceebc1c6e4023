/* A negative index, in a read.
 *
 * expect: violated runtime
 */
byte a[3];
int i = -1;
byte x;

active proctype P() {
  x = a[i]
}
