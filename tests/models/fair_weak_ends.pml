/* Every run of this model ends, and a run that has ended is fair: nobody can
 * move.  When the second process comes first, x stays 1.  SPIN's fair search
 * finds nothing here.
 *
 * expect: settles violated acceptance-cycle
 * expect: settles violated acceptance-cycle with --fair weak
 */
byte x;

active proctype P() {
  x = 1
}

active proctype Q() {
  x = 2
}

ltl settles { <> [] (x == 2) }
