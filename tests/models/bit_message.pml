/* A field of a message holds a bit, also where it is the only field.
 *
 * expect: holds
 */
chan one = [1] of { bit };
chan two = [1] of { bit, bool };
chan port = [0] of { bool };

active proctype P() {
  byte x, y;

  one!2;
  one?x;
  assert(x == 0);
  two!2, 3;
  two?x, y;
  assert(x == 0 && y == 1);
  port!3
}

active proctype Q() {
  byte z;

  port?z;
  assert(z == 1)
}
