/* A lift and its control panel (Boigelot and Wolper, Symbolic verification with
 * periodic sets, CAV 1994, figure 3, after Valmari, 1989).
 *
 * c is the current floor, g the goal and a the order to the motor: 1 up,
 * 2 down, 0 none.  When the goal is reached the control chooses another one in
 * a loop inside an atomic sequence, which may go on for ever but has only N
 * outcomes: a search must notice that.
 *
 * FLOORS  number of floors; the number of states grows with its square
 *
 * expect: holds
 * expect: holds with -DFLOORS=50
 */
#ifndef FLOORS
#define FLOORS 10
#endif

int c = 1, g = 1, a = 0, N = FLOORS;

active proctype motor() {
  do
  :: atomic { a == 1 -> a = 0; c = c + 1 }
  :: atomic { a == 2 -> a = 0; c = c - 1 }
  od
}

active proctype control() {
  do
  :: atomic { c < g -> a = 1 }; a == 0
  :: atomic { c > g -> a = 2 }; a == 0
  :: atomic { c == g ->
       do
       :: g < N -> g = g + 1
       :: g > 1 -> g = g - 1
       :: break
       od }
  od
}
