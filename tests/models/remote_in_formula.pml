/* In a formula the variables of a process that is not there are 0, and none of
 * its labels is reached.
 *
 * expect: either holds
 * expect: unequal holds
 * expect: equal holds
 * expect: nowhere holds
 */
byte x;

active proctype A() {
  do
  :: x = 1 - x
  od
}

active proctype B() {
  byte l;
  l = 0;
here:
  l = 0
}

ltl either { [] (B:l == 0 || B:l != 0) }
ltl unequal { [] (B:l != 1) }
ltl equal { [] (B:l == 0) }
ltl nowhere { [] (B@here -> B:l == 0) }
