/* A sender at a full channel waits for ever when nobody receives.
 *
 * expect: violated end-state
 * expect: deadlock after 2 steps
 * expect: 3 states
 * expect: 3 transitions
 */
chan c = [2] of { bit };

active proctype P() {
  c!0;
  c!1;
  c!0
}
