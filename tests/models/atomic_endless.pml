/* A process that never leaves its atomic sequence is no error by itself; the
 * others just do not move any more.
 *
 * expect: holds
 */
bool first;

active proctype P() {
  atomic {
    do
    :: first = !first
    od
  }
}

active proctype Q() {
  skip
}
