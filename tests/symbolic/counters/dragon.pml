/* Dragon cache coherence, any number of caches, by counting.
 *
 * expect: coherent holds
 * unbounded: coherent holds
 */
int I = 1, E = 0, Sc = 0, Sm = 0, D = 0;

active proctype caches() {
  do :: I = I + 1 :: break od;
  do
  :: d_step { I >= 1 && E == 0 && Sc == 0 && Sm == 0 && D == 0 -> I = I - 1; E = 1 }
  :: d_step { I >= 1 && E + Sc + Sm + D >= 1 ->
              Sc = Sc + E + 1; Sm = Sm + D; E = 0; D = 0; I = I - 1 }
  :: d_step { E >= 1 -> E = E - 1; D = D + 1 }
  :: d_step { Sc == 1 && Sm == 0 -> Sc = 0; D = D + 1 }
  :: d_step { Sc == 0 && Sm == 1 -> Sm = 0; D = D + 1 }
  :: d_step { Sc >= 1 && Sc + Sm >= 2 -> Sc = Sc + Sm - 1; Sm = 1 }
  :: d_step { I >= 1 && E + Sc + Sm + D == 0 -> I = I - 1; D = D + 1 }
  :: d_step { I >= 1 && E + Sc + Sm + D >= 1 ->
              Sc = Sc + Sm + E + D; Sm = 1; E = 0; D = 0; I = I - 1 }
  :: d_step { Sc >= 1 -> Sc = Sc - 1; I = I + 1 }
  :: d_step { D >= 1 -> D = D - 1; I = I + 1 }
  :: d_step { E >= 1 -> E = E - 1; I = I + 1 }
  od
}

ltl coherent { [] (D <= 1 && E <= 1 && (D == 0 || E + Sc + Sm == 0) && (E == 0 || Sc + Sm + D == 0)) }
