/* Futurebus+ cache coherence, any number of caches, by counting.
 *
 * unbounded: coherent holds
 */
int I = 1, sU = 0, eU = 0, eM = 0, pR = 0, pW = 0, pEMR = 0, pEMW = 0, pSU = 0;

active proctype caches() {
  do :: I = I + 1 :: break od;
  do
  :: d_step { I >= 1 && pW == 0 -> pEMR = pEMR + eM; pSU = pSU + sU + eU;
              sU = 0; eU = 0; eM = 0; pR = pR + 1; I = I - 1 }
  :: d_step { pEMR >= 1 -> sU = sU + pR + 1; pEMR = pEMR - 1; pR = 0 }
  :: d_step { pSU >= 1 -> sU = sU + pR + pSU; pSU = 0; pR = 0 }
  :: d_step { pR >= 2 && pSU == 0 && pEMR == 0 -> sU = sU + pR; pR = 0 }
  :: d_step { pR == 1 && pSU == 0 && pEMR == 0 -> eU = eU + pR; pR = 0 }
  :: d_step { I >= 1 && pW == 0 -> I = I + eU + sU + pSU + pR + pEMR - 1;
              pEMW = pEMW + eM; eU = 0; sU = 0; pSU = 0; pR = 0; pEMR = 0; eM = 0;
              pW = pW + 1 }
  :: d_step { pEMW >= 1 -> eM = eM + pW; I = I + 1; pEMW = pEMW - 1; pW = 0 }
  :: d_step { pEMW == 0 -> eM = eM + pW; pW = 0 }
  :: d_step { eU >= 1 -> eU = eU - 1; eM = eM + 1 }
  :: d_step { sU >= 1 -> I = I + sU - 1; sU = 0; eM = eM + 1 }
  od
}

ltl coherent { [] (eM <= 1 && (eM == 0 || sU == 0)) }
