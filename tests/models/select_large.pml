/* A range of more than 32 values.
 *
 * expect: holds
 * expect: ? states
 * expect: ? transitions
 */
byte seen;

active proctype P() {
  byte i;

  select(i : 10 .. 60);
  assert(i >= 10 && i <= 60);
  seen = i
}
