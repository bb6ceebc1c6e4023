/* Every operator has a name as well.
 *
 * expect: signs violated acceptance-cycle
 * expect: words violated acceptance-cycle
 * expect: equal holds
 */
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
  :: x > 0 -> x--
  od
}

ltl signs { [] ((x == 1) -> <> (x == 3)) }
ltl words { always ((x == 1) implies eventually (x == 3)) }
ltl equal { (<> (x == 3)) equivalent (true until (x == 3)) }
