/* Constants and eval() match, variables receive, an underscore drops; what does
 * not match blocks.
 *
 * expect: violated end-state
 * expect: deadlock after 4 steps
 * expect: 5 states
 * expect: 5 transitions
 */
chan c = [2] of { byte, byte };

active proctype P() {
  byte want = 2, got;

  c!2, 5;
  c?eval(want), got;
  assert(got == 5);
  c!3, 6;
  c?eval(want), _
}
