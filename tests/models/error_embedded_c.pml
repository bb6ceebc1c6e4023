/* Embedded C is recognised, and refused.
 *
 * expect: error 8:3 C
 */
byte x;

active proctype P() {
  c_code { now.x = 1; };
  x = 2
}
