/* Every request is answered when the server must take it: there is nothing else
 * to do.  An idle process beside them may run alone for ever, unless runs are
 * fair.
 *
 * expect: answered violated acceptance-cycle
 * expect: answered holds with --fair weak
 * expect: answered holds with -DBUSY=0
 */
#ifndef BUSY
#define BUSY 1
#endif
bool asked, busy;

active proctype Client() {
  do
  :: !asked -> asked = true
  od
}

active proctype Server() {
  do
  :: asked -> asked = false
  od
}

active [BUSY] proctype Idle() {
  do
  :: busy = !busy
  od
}

ltl answered { [] (asked -> <> !asked) }
