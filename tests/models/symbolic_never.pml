/* Claims beside symbolic variables: their statements are not among those of
 * processes, so neither may be taken for the others.
 *
 * options: --symbolic
 * expect: safety violated assertion
 * expect: bad holds
 * expect: four violated claim
 * expect: stays violated acceptance-cycle
 */
byte x;
bool y;

never bad {
  do
  :: y -> break
  :: !y
  od
}

never four {
  do
  :: x == 4 -> break
  :: else
  od
}

active proctype P() {
  if
  :: x == 0 -> x = x + 4
  :: x == 1 -> x = 3
  :: x == 2 -> x = 7
  fi;
  assert(x != 4)
}

never stays {
  do
  :: x == 4 -> break
  :: true
  od;
accept:
  do
  :: x == 4
  od
}
