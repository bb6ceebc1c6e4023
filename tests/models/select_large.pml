/* A range of more than 32 values.
 *
 * expect: holds
 * expect: 306 states
 * expect: 306 transitions
 */
byte seen;

active proctype P() {
  byte i;

  select(i : 10 .. 60);
  assert(i >= 10 && i <= 60);
  seen = i
}
