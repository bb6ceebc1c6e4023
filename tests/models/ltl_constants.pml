/* Formulas without atoms, and formulas that simplify to nothing.
 *
 * expect: yes holds
 * expect: no violated claim
 * expect: same holds
 * expect: stutter holds
 */
byte x;

active proctype P() {
  do
  :: x = 1 - x
  od
}

ltl yes { [] true }
ltl no { <> false }
ltl same { [] (x == 1 <-> x == 1) }
ltl stutter { [] <> (x == 0 || x == 1) }
