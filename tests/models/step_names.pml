/* The words for events are names like any other where they are declared, and
 * outside of formulas.
 *
 * expect: plain holds
 * expect: declared holds
 */
byte moves = 1;
bit executes[2];

inline sends(x) {
  x = x + 1
}

proctype passes() {
  skip
}

active proctype P() {
  byte receives;
  sends(receives);
  run passes()
}

ltl plain { [] (moves == 1) }
ltl declared { [] (executes[moves] == 0) }
