/* An array without an index is its first element, with a warning: read,
 * written, received, passed on, in a record, a channel, a formula, and from
 * outside.  (SPIN's verifier takes the last for an address.)
 *
 * expect: holds
 * expect: 82 states
 * expect: 150 transitions
 * expect: prints 'a' is an array: without an index, this is a[0]
 */
typedef pair {
  byte x[2];
  byte y
}

byte a[3] = 7;
pair r[2];
chan q[2] = [2] of { byte, pair };

proctype receiver(byte value) {
  byte got[2];
  pair all[2];

  assert(value == 5);
  q?got,all;
  assert(got[0] == 5 && got[1] == 0);
  assert(all[0].x[0] == 3 && all[0].y == 4 && all[1].y == 0)
}

inline set(variable) {
  variable = 5;
  assert(variable[1] == 7)
}

active proctype sender() {
  byte mine[2] = 9;

  set(a);
  assert(a == 5 && a[2] == 7);
  r.x = 3;
  r.y = 4;
  assert(r[0].x[0] == 3 && r[1].y == 0);
  run receiver(a);
  q!a,r;
  assert(len(q) + len(q[1]) <= 1);
  mine++
}

active proctype watcher() {
  assert(sender:mine >= 9)
}

ltl first { [] (a == 7 || a == 5) }
