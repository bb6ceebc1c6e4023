/* Each formula gets a verdict of its own in one run, and so does safety.
 *
 * expect: violated end-state at line 17
 * expect: violated claim at line 21
 * expect: violated claim at line 21 with --fair strong
 * expect: violated claim at line 21 with --search nested-a
 * expect: violated acceptance-cycle at line 23
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
