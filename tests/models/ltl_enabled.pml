/* enabled() in a formula: Q waits for x and could go on for ever after that,
 * without moving.
 *
 * expect: waits violated acceptance-cycle
 * expect: waits holds with --fair weak
 * expect: able holds
 */
bit x;
bool done;

active proctype P() {
  x = 1;
  do
  :: x = 1
  od
}

active proctype Q() {
  x == 1 -> done = true
}

ltl waits { [] (enabled(1) -> <> done) }
ltl able { [] (x == 1 && !done -> enabled(1)) }
