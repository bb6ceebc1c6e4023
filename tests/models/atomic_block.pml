/* An atomic sequence that blocks lets others run, and is atomic again when it
 * goes on.
 *
 * expect: holds
 * expect: 10 states
 * expect: 10 transitions
 */
bool ready;
byte x;

active proctype P() {
  atomic {
    x = 1;
    ready;
    assert(x == 2);
    x = 3;
    assert(x == 3)
  }
}

active proctype Q() {
  x == 1 -> x = 2;
  ready = true;
  x == 3 -> x = 4
}
