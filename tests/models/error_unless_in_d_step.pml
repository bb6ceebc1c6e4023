/* An escape has no place inside a d_step.
 *
 * expect: error 8:12 unless cannot stand inside a d_step
 */
byte x;

active proctype P() {
  d_step { { x = 1 } unless { x == 2 } }
}
