/* The consistency protocol of a directory (FAST), any number of clients.
 *
 * unbounded: one holds
 */
int idle = 1, wS = 0, wE = 0, serveS = 0, serveE = 0, grantS = 0, grantE = 0,
    invS = 0, invE = 0, S = 0, E = 0;

active proctype clients() {
  do :: idle = idle + 1 :: break od;
  do
  :: d_step { idle >= 1 -> idle = idle - 1; wS = wS + 1 }
  :: d_step { idle >= 1 -> idle = idle - 1; wE = wE + 1 }
  :: d_step { wS >= 1 && serveS + serveE + grantS + grantE == 0 ->
              wS = wS - 1; serveS = serveS + 1; invE = invE + E; E = 0 }
  :: d_step { wE >= 1 && serveS + serveE + grantS + grantE == 0 ->
              wE = wE - 1; serveE = serveE + 1; invE = invE + E; E = 0; invS = invS + S; S = 0 }
  :: d_step { invE >= 1 -> invE = invE - 1; idle = idle + 1 }
  :: d_step { invS >= 1 -> invS = invS - 1; idle = idle + 1 }
  :: d_step { serveS >= 1 && invE + E == 0 -> serveS = serveS - 1; grantS = grantS + 1 }
  :: d_step { serveE >= 1 && invE + E + invS + S == 0 -> serveE = serveE - 1; grantE = grantE + 1 }
  :: d_step { grantS >= 1 -> grantS = grantS - 1; S = S + 1 }
  :: d_step { grantE >= 1 -> grantE = grantE - 1; E = E + 1 }
  od
}

ltl one { [] (E <= 1 && (E == 0 || S == 0)) }
