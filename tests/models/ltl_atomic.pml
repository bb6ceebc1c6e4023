/* A claim moves once for an atomic sequence or a d_step, as in SPIN: the states
 * inside are not seen.
 *
 * expect: inside holds
 * expect: inside_d_step holds
 * expect: seen violated acceptance-cycle
 * expect: after violated claim
 */
byte x;

active proctype P() {
  atomic { x = 1; x = 2 };
  d_step { x = 3; x = 4 }
}

ltl inside { [] (x != 1) }
ltl inside_d_step { [] (x != 3) }
ltl seen { <> (x == 1) }
ltl after { [] (x != 2) }
