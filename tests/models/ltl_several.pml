/* Each formula gets a verdict of its own in one run, and so does safety.
 *
 * expect: violated end-state at line 14
 * expect: violated acceptance-cycle at line 20
 * expect: grows holds
 * expect: small violated claim
 * expect: settles violated acceptance-cycle
 */
byte x;

active proctype P() {
  x = 1;
  x = 2;
  x == 3
}

ltl grows { <> (x == 2) }
ltl small { [] (x < 2) }

ltl settles { <> [] (x == 1) }
