/* With fairness by labels a run counts when every process that has accept
 * labels is at one of them again and again.  Server rests at its label; Client
 * may stay away from its own for ever; Helper has none; Short has one, but may
 * end; Late has one too, but need not be there at all.
 *
 * expect: served violated acceptance-cycle
 * expect: served violated acceptance-cycle with --fair weak
 * expect: served holds with --fair labels
 * expect: helped violated acceptance-cycle with --fair labels
 * expect: ends violated acceptance-cycle with --fair labels
 * expect: started violated acceptance-cycle with --fair labels
 * expect: acceptance violated acceptance-cycle with --fair labels
 * expect: acceptance holds with --fair labels --assume '<>[] !asked'
 * expect: first violated claim
 * expect: first holds with --fair labels
 */
bool asked, lost, helped, ended, started;

active proctype Client() {
  do
  :: skip
  :: lost = true;
    do
    :: skip
    od
  :: asked = true;
accept_served:
    asked = false
  od
}

active proctype Server() {
accept:
  do
  :: skip
  od
}

active proctype Helper() {
  do
  :: skip
  :: helped = !helped
  od
}

active proctype Short() {
  if
  :: ended = true
  :: skip;
accept_short:
    do
    :: skip
    od
  fi
}

proctype Late() {
accept_late:
  skip
}

init {
  if
  :: skip
  :: started = true; run Late()
  fi
}

ltl served { []<> asked }
ltl helped { <> helped }
ltl ends { [] !ended }
ltl started { [] !started }
ltl first { [] !lost }
