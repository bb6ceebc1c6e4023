/* A run in which everybody waits for ever is fair, and repeats its last state.
 * expect: goes_on violated acceptance-cycle with --fair strong
 * expect: starts holds with --fair strong
 * expect: starts violated acceptance-cycle */
byte turn;
bool started;

active proctype first() {
  end: turn == 2
}

active proctype second() {
  started = true;
  end: turn == 1
}

active proctype clock() {
  bool tick;
  do
  :: !started -> tick = !tick
  :: started -> break
  od
}

ltl goes_on { <> (turn > 0) }
ltl starts { <> started }
