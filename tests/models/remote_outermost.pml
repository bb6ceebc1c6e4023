/* A remote reference means the variable of the outermost block.
 *
 * expect: holds
 */
bool over;

active proctype P() {
  { byte i = 3; i = 5 };
  byte i = 7;
  i = 8;
  over = true
}

active proctype Q() {
  over && P[0]:i == 8
}
