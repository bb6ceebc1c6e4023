/* Fairness is about processes: one that moves again and again may make the
 * same choice each time.
 * expect: done violated acceptance-cycle with --fair strong
 * expect: moved holds with --fair strong */
bool chosen, here;

active proctype chooser() {
  do
  :: here = !here
  :: chosen = true
  od
}

active proctype idle() {
  do
  :: true
  od
}

ltl done { <> chosen }
ltl moved { <> (here || chosen) }
