/* The cycle comes back to the same state but for the number of rounds.
 * expect: done violated acceptance-cycle
 * expect: few violated claim
 * expect: safety holds with --property safety
 */
byte turn;
int rounds;
bool finished;

active proctype A() { do :: turn == 0 -> rounds++; turn = 1 od }
active proctype B() { do :: turn == 1 -> turn = 0 od }

ltl done { <> finished }
ltl few { [] (rounds < 5) }
