/* Berkeley cache coherence, any number of caches, by counting.
 *
 * expect: coherent holds
 * unbounded: coherent holds
 */
int I = 1, U = 0, N = 0, E = 0;

active proctype caches() {
  do :: I = I + 1 :: break od;
  do
  :: d_step { I >= 1 -> N = N + E; E = 0; I = I - 1; U = U + 1 }
  :: d_step { N + U >= 1 -> I = I + U + N - 1; U = 0; N = 0; E = E + 1 }
  :: d_step { I >= 1 -> I = I + U + N + E - 1; U = 0; N = 0; E = 1 }
  od
}

ltl coherent { [] (E <= 1 && (E == 0 || U + N == 0)) }
