/* Sequences that seem to repeat but do not: what they leave in a channel takes
 * the reason away to do the same again (else, unless, d_step).
 *
 * expect: channels bounded by_else=1 by_escape=1 by_d_step=2 order=3
 */
chan by_else = [1] of { bit };
chan by_escape = [1] of { bit };
chan by_d_step = [1] of { bit };
chan order = [1] of { byte };

active proctype E() {
  do
  :: by_else?_
  :: else -> by_else!1
  od
}

active proctype U() {
  { do :: by_escape!1 od } unless { nempty(by_escape) }
}

active proctype D() {
  do
  :: d_step { empty(by_d_step); by_d_step!0; by_d_step!1; by_d_step?0 }
  od
}

active proctype O() {
  do
  :: order!1; order!2; order?1
  od
}
