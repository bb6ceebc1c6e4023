/* An assumption that no run satisfies proves everything.
 *
 * expect: comes holds with --assume '[] (x == 2)'
 * options: --assume '[] (x == 2)'
 * expect: prints comes: holds, but vacuously: no run satisfies what is assumed
 */
byte x;

active proctype P() {
  do
  :: x = 1 - x
  od
}

ltl comes { <> (x == 5) }
