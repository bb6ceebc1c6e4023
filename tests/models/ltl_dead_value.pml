/* What x was before the loop does not matter inside it, so states that differ
 * in x alone are one.  The loop that is shown begins after a turn of it: then x
 * comes back to the same value, too.
 *
 * options: --property p
 * expect: p violated acceptance-cycle
 * expect: prints and again from step 6
 */
byte g;

active proctype P() {
  byte x = 7;
  do
  :: g = 1;
    g = 3; /* x is 7 the first time, and 3 after that */
    x = g;
    g = x - 3
  od
}

ltl p { <> (g == 2) }
