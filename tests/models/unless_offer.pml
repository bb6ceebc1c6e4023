/* The outer escape offers a message that nobody takes; the inner one is
 * possible, so the body is not.  SPIN's verifier executes it after it has tried
 * the offer, but only when there is a label.
 *
 * expect: holds
 */
chan r = [0] of { byte };

active proctype P() {
  L: { { assert(false) } unless { true } } unless { r!1 }
}
