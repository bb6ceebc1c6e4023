/* Records hold arrays and records, and lie in arrays themselves.
 *
 * expect: holds
 * expect: 40 states
 * expect: 40 transitions
 */
typedef point {
  short x, y
}
typedef shape {
  point corner[3];
  unsigned kind : 3;
  bool closed = true
}

shape shapes[2];

active proctype P() {
  byte i, j;

  for (i : 0 .. 1) {
    for (j : 0 .. 2) {
      shapes[i].corner[j].x = 10 * i + j;
      shapes[i].corner[j].y = -shapes[i].corner[j].x
    }
  }
  shapes[1].kind = 15;
  assert(shapes[1].corner[2].x == 12 && shapes[1].corner[2].y == -12);
  assert(shapes[0].corner[1].x == 1);
  assert(shapes[1].kind == 7 && shapes[0].closed)
}
