/* Handshakes inside atomic and d_step, between escapes, with several partners,
 * over channels that travel and over several layouts.
 */
mtype = { ask, tell };
chan a = [0] of { mtype, byte };
chan b = [0] of { byte };
chan c = [2] of { byte };
chan wire = [1] of { chan };
byte got[3];

proctype Worker(chan in; chan out) {
  byte x;
  mtype m;
  do
  :: atomic { in?x -> got[x % 3]++; if :: got[x % 3] > 2 -> got[x % 3] = 0 :: else fi; x = 0 }
  :: out!2
  :: d_step { in?x -> x = 0; got[0] = 0 }
  :: { a?ask(x); x = 0 } unless { a?tell,x -> x = 0 }
  :: a?m,eval(got[0]) -> m = 0
  od
}

active proctype Main() {
  chan other;
  byte n;
  atomic { run Worker(b, c); run Worker(c, b) };
  do
  :: a!ask,n
  :: a!tell(got[1])
  :: atomic { b!n -> n = (n + 1) % 2 }
  :: c?n -> n = n % 2
  :: wire!b
  :: wire!c
  :: atomic { wire?other -> other!1 }
  od
}
