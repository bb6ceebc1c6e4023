/* Where an atomic sequence cannot go on, others see the state inside it.
 *
 * expect: seen violated claim
 * expect: seen violated claim with --symbolic
 * expect: on_the_way violated claim
 * expect: on_the_way violated claim with --symbolic
 * expect: for_ever holds
 * expect: for_ever holds with --symbolic
 */
byte x, y, n;
active proctype P() {
  atomic { x = x + 1; y > 0; x = x + 1 }
}
active proctype Q() {
  end: do :: x == 2 -> skip :: y = y + 1; n = n + 1 od
}
ltl seen { [] (x != 1) }
ltl on_the_way { !(<> (x == 1 && X (x == 1 && y == 1 && X (x == 2)))) }
ltl for_ever { !<>[] (x == 1 && y == 0) }
