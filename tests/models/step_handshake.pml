/* A handshake is a send and a receive, and two processes move in it.
 *
 * expect: two_move holds
 * expect: nobody_else holds
 * expect: both_ways holds
 * expect: only_ones violated claim
 * expect: fields holds
 * expect: answered violated acceptance-cycle
 * expect: answered holds with --fair weak
 * expect: next_is_ack holds
 * expect: no_ack violated claim
 */
mtype = { data, ack };
chan link[2] = [0] of { mtype, byte };

active proctype Sender() {
  byte n;
  do
  :: link[0] ! data, n; link[1] ? ack, eval(n); n = 1 - n
  od
}

active proctype Receiver() {
  byte m;
  do
  :: link[0] ? data, m; link[1] ! ack, m
  od
}

active proctype Other() {
  do
  :: skip
  od
}

ltl two_move { [] (sends(link[0]) -> moves(Sender) && moves(Receiver)) }
ltl nobody_else { [] (sends(link[0]) || sends(link[1]) -> !moves(Other)) }
ltl both_ways { [] (sends(link[1]) <-> receives(link[1])) }
ltl only_ones { [] (sends(link[0]) -> sends(link[0], _, 1)) }
ltl fields { [] (sends(link[0]) -> sends(link[0], data) && !sends(link[0], ack))
           && [] (sends(link[0]) -> sends(link[0], _, Sender:n)) }
ltl answered { [] (sends(link[0]) -> <> receives(link[1], ack)) }
ltl next_is_ack {
  [] (sends(link[0], data, 0) -> X (!sends(link[0]) U (sends(link[1], ack, 0)
      || [] !sends(link[0]))))
}
ltl no_ack { [] !receives(link[1], ack, 1) }
