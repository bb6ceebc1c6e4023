/* A remote reference finds a variable of an inner block.
 *
 * expect: holds
 */
active proctype P() {
  byte x;
  {
    byte y = 1;
    y = 2
  };
  x = 1
}

active proctype Q() {
  assert(P:y <= 2 && P:x <= 1)
}
