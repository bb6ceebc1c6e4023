/* Next is the next state of the model.  SPIN's usual build refuses it.  The
 * last state is repeated, so there next changes nothing; an atomic sequence is
 * one step.
 *
 * expect: two holds
 * expect: end holds
 * expect: word holds
 * expect: atomic_step holds
 * expect: wrong violated claim
 */
byte x;

active proctype P() {
  x = 1;
  x = 2;
  atomic { x = 3; x = 4 }
}

ltl two { X (x == 1 && X (x == 2)) }
ltl end { [] (x == 4 -> X (x == 4)) }
ltl word { next (x == 1) }
ltl atomic_step { [] (x == 2 -> X (x == 4)) }
ltl wrong { X X (x == 1) }
