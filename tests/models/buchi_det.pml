/* Properties given by a deterministic automaton of the good runs, or by a
 * formula that has one: a violation is a cycle without an accepting state, or a
 * state in which the automaton cannot follow.  Without --search buchi-det an
 * automaton describes the bad runs.
 *
 * expect: answered holds
 * expect: never holds with --search buchi-det --automaton deterministic_good.hoa
 * expect: never violated acceptance-cycle with --automaton deterministic_good.hoa
 * expect: answered violated acceptance-cycle with -DIDLE
 * expect: never violated acceptance-cycle with -DIDLE --search buchi-det --automaton deterministic_good.hoa
 * expect: never holds with --search buchi-det --automaton deterministic_prefix.hoa
 * expect: never violated claim with -DHASTY --search buchi-det --automaton deterministic_prefix.hoa
 * expect: never violated acceptance-cycle with -DHASTY --search buchi-det --automaton deterministic_prefix.hoa --deadlock-free
 * expect: progress holds with --progress
 * expect: progress violated non-progress-cycle with --progress -DIDLE
 * expect: settles violated acceptance-cycle
 */
bool asked, granted;

active proctype Server() {
#ifdef HASTY
  granted = true;
#endif
  do
  :: !asked && !granted -> asked = true
  :: asked && !granted ->
progress:
    granted = true
  :: granted -> d_step { asked = false; granted = false }
#ifdef IDLE
  :: asked -> skip
#endif
  od
}

ltl answered { [] (asked -> <> granted) }
ltl settles { <> [] asked }
