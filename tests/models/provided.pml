/* A process moves only while its provided clause is true.
 *
 * expect: holds
 * expect: 31 states
 * expect: 40 transitions
 */
bool open = true;
byte x;

active proctype P() provided (open) {
  x = 1;
  x = 2;
  x = 3
}

active proctype Q() {
  byte old;

  open = false;
  old = x;
  assert(x == old);
  open = true
}
