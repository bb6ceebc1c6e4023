/* A handshake is one step, and _last is who made the one before it: nobody yet,
 * so 0.  SPIN's verifier has executed the send already, and finds its process.
 *
 * expect: violated end-state
 * expect: 1 state
 */
chan r = [0] of { byte };

active proctype R() {
  r?eval(_last)
}

active proctype S() {
  r!1
}
