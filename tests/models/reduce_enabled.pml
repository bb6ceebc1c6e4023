/* A step that touches no variable changes what enabled() and pc_value() say.
 *
 * options: --property safety
 * expect: violated end-state at line 18
 * expect: violated end-state at line 18 with --reduce
 * expect: violated end-state at line 18 with --no-reduce
 */
bit b;

active proctype Looked_at() {
  true;
  true
}
active proctype Looker() {
  b = 1;
end: enabled(0);
  skip;
  enabled(0)
}
