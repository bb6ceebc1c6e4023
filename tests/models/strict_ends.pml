/* A message that nobody takes is an error where the ends are strict.
 *
 * expect: holds
 * expect: violated end-state with --strict-ends
 */
chan c = [1] of { byte };

active proctype P() {
  c!1
}
