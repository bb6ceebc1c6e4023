/* A rendezvous channel holds nothing to look at.
 *
 * expect: violated runtime at line 8
 */
chan q = [0] of { byte };

active proctype P() {
  q?[1]
}

active proctype Q() {
  q!1
}
