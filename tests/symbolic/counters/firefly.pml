/* Firefly cache coherence, any number of caches, by counting.
 *
 * expect: coherent holds
 * unbounded: coherent holds
 */
int I = 1, E = 0, S = 0, D = 0;

active proctype caches() {
  do :: I = I + 1 :: break od;
  do
  :: d_step { I >= 1 && D == 0 && S == 0 && E == 0 -> I = I - 1; E = E + 1 }
  :: d_step { I >= 1 && D >= 1 -> I = I - 1; D = D - 1; S = S + 2 }
  :: d_step { I >= 1 && S + E >= 1 -> I = I - 1; S = S + E + 1; E = 0 }
  :: d_step { E >= 1 -> E = E - 1; D = D + 1 }
  :: d_step { S == 1 -> S = 0; E = E + 1 }
  :: d_step { I >= 1 && E == 0 && D == 0 && S == 0 -> I = I - 1; D = D + 1 }
  :: d_step { I >= 1 && E + D + S >= 1 -> I = I - 1; S = S + E + D + 1; E = 0; D = 0 }
  od
}

ltl coherent { [] (D <= 1 && E <= 1 && (D == 0 || S + E == 0)) }
