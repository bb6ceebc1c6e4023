/* Readers and a writer as processes of their own, tokens N of any number.
 *
 * options: --assume 'N >= 2'
 * expect: excl holds
 * unbounded: excl holds
 */
int N, tokens, reading = 0;
bool writing = false;

active proctype reader() {
  tokens = N;
  do
  :: d_step { tokens > 0 -> tokens = tokens - 1; reading = reading + 1 }
  :: d_step { reading > 0 -> reading = reading - 1; tokens = tokens + 1 }
  od
}

active proctype writer() {
  tokens > 0;
  do
  :: d_step { tokens == N -> tokens = tokens - N; writing = true };
     d_step { writing = false; tokens = tokens + N }
  od
}

ltl excl { [] (!writing || reading == 0) }
