/* Connection and disconnection (Jard and Jéron, On-line model-checking for
 * finite linear temporal logic specifications, INRIA RR-1041, 1989, figure 6).
 *
 * The client opens and closes a connection over and over; the server may end it
 * from its side.  The two may cross, and then the messages of the client pile
 * up: without a capacity its channel is unbounded.  With capacity n there are
 * floor(n * n / 4) + 3 (n + 1) states, among them deadlocks.
 *
 * N  capacity of the client's channel (1 to 20)
 *
 * What can be said of its finite runs, and why: docs/finite.md.
 *
 * expect: violated end-state
 * expect: channels unbounded to_server
 * expect: 31 transitions
 * expect: 6 states with -DN=1
 * expect: 10 states with -DN=2
 * expect: 14 states with -DN=3
 * expect: 19 states with -DN=4
 * expect: 24 states with -DN=5
 * expect: 30 states with -DN=6
 * expect: 36 states with -DN=7
 * expect: 43 states with -DN=8
 * expect: 50 states with -DN=9
 * expect: 58 states with -DN=10
 * expect: 66 states with -DN=11
 * expect: 75 states with -DN=12
 * expect: 84 states with -DN=13
 * expect: 94 states with -DN=14
 * expect: 104 states with -DN=15
 * expect: 115 states with -DN=16
 * expect: 126 states with -DN=17
 * expect: 138 states with -DN=18
 * expect: 150 states with -DN=19
 * expect: 163 states with -DN=20
 * expect: finite holds with --finite '[](sends(to_server, open) -> X(!sends(to_server, open) W (sends(to_server, close) || receives(to_client, disconnect))))'
 * expect: finite holds with --finite '[](receives(to_server, open) -> X(!receives(to_server, open) W (receives(to_server, close) || sends(to_client, disconnect))))'
 * expect: finite holds with --finite '[](sends(to_client, disconnect) -> X(!receives(to_server, close) W receives(to_server, open)))'
 * expect: finite violated claim with --finite '[](sends(to_client, disconnect) -> X(!sends(to_server, close) W receives(to_client, disconnect)))'
 * expect: finite violated claim with --finite '<>sends(to_client, disconnect)'
 * expect: finite holds with --finite '<>sends(to_client, disconnect)' --finite-runs terminated
 * expect: finite holds with --finite '[](sends(to_client, disconnect) -> <>receives(to_client, disconnect))' --finite-runs terminated
 * expect: finite violated claim with --finite '[](sends(to_client, disconnect) -> <>receives(to_client, disconnect))' --finite-runs terminated -DN=3
 * expect: finite violated claim with --finite '[](len(to_server) < 3)'
 * expect: finite holds with --finite '[](len(to_server) < 3)' -DN=2
 * expect: finite_2 violated claim with --finite true --finite '[]!moves(client)'
 */
#ifndef N
#define N 4
#endif

mtype = { open, close, disconnect };

chan to_server = [N] of { mtype };
chan to_client = [20] of { mtype };

active proctype client() {
closed:
  to_server!open;
opened:
  if
  :: to_server!close
  :: to_client?disconnect
  fi;
  goto closed
}

active proctype server() {
closed:
  to_server?open;
opened:
  if
  :: to_server?close
  :: to_client!disconnect
  fi;
  goto closed
}
