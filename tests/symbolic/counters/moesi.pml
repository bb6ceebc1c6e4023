/* MOESI cache coherence, any number of caches, by counting.
 *
 * expect: coherent holds
 * unbounded: coherent holds
 */
int I = 1, S = 0, E = 0, O = 0, M = 0;

active proctype caches() {
  do :: I = I + 1 :: break od;
  do
  :: d_step { I >= 1 -> O = O + M; S = S + E + 1; E = 0; M = 0; I = I - 1 }
  :: d_step { E >= 1 -> E = E - 1; M = M + 1 }
  :: d_step { S + O >= 1 -> I = I + S + E + O + M - 1; S = 0; E = 1; O = 0; M = 0 }
  :: d_step { I >= 1 -> I = I + S + E + O + M - 1; S = 0; E = 1; O = 0; M = 0 }
  od
}

ltl coherent { [] (M <= 1 && E <= 1 && (M + E == 0 || S + O == 0)) }
