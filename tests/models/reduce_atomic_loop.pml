/* The first statement of an atomic is executed again with another i.
 *
 * expect: violated assertion with --reduce
 * expect: violated assertion with --reduce --search bfs
 * expect: violated assertion with --no-reduce
 */
byte a[3];

active proctype P() {
  byte i;
  atomic {
    do
    :: i < 2 && a[i] == 0 -> i++
    :: else -> break
    od
  };
  assert(i != 1)
}

active proctype Q() {
  a[1] = 1
}
