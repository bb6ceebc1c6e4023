/* The formula fails only on runs that stop; with --deadlock-free they do not
 * count.
 *
 * expect: p violated claim
 * expect: p holds with --deadlock-free
 */
byte x;

active proctype P() {
  do
  :: x == 0
  :: x = 1; break
  od;
  x == 2
}

ltl p { [] (x == 0) }
