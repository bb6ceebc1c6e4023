/* A lift: a motor, and a control that chooses a floor g for the cabin c. */
int c = 1, g = 1, a = 0, N = 10;

active proctype motor() {
  do
  :: atomic { a == 1 -> a = 0; c = c + 1 }
  :: atomic { a == 2 -> a = 0; c = c - 1 }
  od
}

active proctype control() {
  do
  :: atomic { c < g -> a = 1 };
moves:
     a == 0
  :: atomic { c > g -> a = 2 }; a == 0
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

ltl safe { [] (1 <= c && c <= N) }
ltl arrives { [] (c != g -> <> (c == g)) }
ltl low { [] (c < 400) }
