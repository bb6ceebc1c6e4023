/* A run that stops is read as if its last state lasted for ever: in a deadlock
 * and at the end of all processes alike.  So `settles` holds whichever of them
 * comes, and a promise not kept until then is broken.
 *
 * expect: settles holds
 * expect: comes violated acceptance-cycle
 * expect: comes violated acceptance-cycle with -DENDS
 * expect: settles holds with -DENDS
 * expect: returns violated acceptance-cycle with -DENDS
 */
byte x;

active proctype P() {
  x = 1
#ifndef ENDS
  ;
  x == 2
#endif
}

ltl settles { <> [] (x == 1) }
ltl comes { <> (x == 2) }
ltl returns { [] <> (x == 0) }
