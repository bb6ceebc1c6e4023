/* A formula whose condition has no value in a state is violated there, if it
 * matters: where another condition decides, it does not.
 *
 * expect: unguarded violated claim
 * expect: either violated claim
 * expect: divided violated claim
 * expect: guarded holds
 */
byte i = 1;
byte a[2];

active proctype A() {
  do
  :: i = (i + 1) % 4
  od
}

ltl unguarded { [] !(a[i] == 1) }
ltl either { [] (a[i] == 0 || a[i] != 0) }
ltl divided { [] (6 / i != 7) }
ltl guarded { [] (i < 2 -> a[i] == 0) }
