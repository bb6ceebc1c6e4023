/* Two processes that change nothing: fair runs are those in which both go round
 * and the third is not passed over.  (SPIN refuses loops like theirs.)
 *
 * expect: comes violated acceptance-cycle
 * expect: comes holds with --fair weak
 * expect: stays violated acceptance-cycle with --fair weak
 */
bool x;

active [2] proctype Idle() {
  do
  :: true
  od
}

active proctype P() {
  x = true
}

ltl comes { <> x }
ltl stays { [] !x || [] <> !x }
