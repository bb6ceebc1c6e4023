/* The lift of Valmari 1989, in the reading of Boigelot and Wolper 1994: the
 * same number of steps whatever the number of floors, and for any of them.
 *
 * options: --symbolic
 * expect: holds
 * expect: prints 370 states
 * expect: safe holds with -D FLOORS=1000000
 * expect: safe holds with --assume 'N >= 1' --integers unbounded
 * expect: safe violated claim with --assume 'N >= 0'
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
  :: atomic { c < g -> a = 1 }; a == 0 -> skip
  :: atomic { c > g -> a = 2 }; a == 0 -> skip
  :: atomic {
       c == g ->
       do
       :: g < N -> g = g + 1
       :: g > 1 -> g = g - 1
       :: break
       od
     }
  od
}

ltl safe { [] (1 <= c && c <= N && 1 <= g && g <= N) }
