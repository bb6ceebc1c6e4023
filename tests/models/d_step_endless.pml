/* A d_step that never ends is an error: others would wait for ever.
 *
 * expect: violated runtime at line 10
 * expect: violated runtime at line 10 with --symbolic
 * expect: 1 state
 */
bool x;

active proctype P() {
  d_step {
    do
    :: x = !x
    od
  }
}
