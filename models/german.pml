/* German's directory protocol for cache coherence (posed by Steven German in
 * 2000; described in Pnueli, Ruah and Zuck, Automatic deductive verification
 * with invisible invariants, TACAS 2001), read as processes that send messages.
 *
 * Each client holds a line of memory invalid, shared or exclusive, and asks the
 * directory for a better right.  Before the directory grants an exclusive copy
 * it calls all copies in; before it grants a shared one it calls an exclusive
 * one in.  A client may be asked to give up its copy while its own request is
 * under way.  The copies carry data: an exclusive owner writes, and gives the
 * new value back with his acknowledgement.
 *
 * What must hold: an exclusive copy is the only copy, and who reads sees the
 * value written last.
 *
 * N          clients (1 to 100)
 * FORGETFUL  the directory does not call shared copies in before it grants an
 *            exclusive one
 *
 * expect: channels bounded requests=2 orders[0]=2 orders[1]=2 acks=2
 * expect: holds
 * expect: 4654 states
 * expect: 11750 transitions
 * expect: violated assertion with -DFORGETFUL
 */
#ifndef N
#define N 2
#endif

mtype = { invalid, shared, exclusive };    /* rights */
mtype = { want_shared, want_exclusive };   /* requests */
mtype = { give_up, grant_shared, grant_exclusive }; /* orders */

chan requests = [N] of { mtype, byte };
chan orders[N] = [1] of { mtype, bit };
chan acks = [N] of { byte, bit };

mtype right[N] = invalid;
bit copy[N]; /* what each client holds, 0 where it holds nothing */
bit written; /* the value written last, by whomever */

proctype client(byte me) {
  bool asking;
  bit value;

end:
  do
  :: !asking && right[me] == invalid ->
     atomic { asking = true; requests!want_shared, me }
  :: !asking && right[me] != exclusive ->
     atomic { asking = true; requests!want_exclusive, me }
  :: right[me] == exclusive ->
     d_step { copy[me] = 1 - copy[me]; written = copy[me] }
  :: right[me] != invalid -> assert(copy[me] == written)
  :: atomic { orders[me]?grant_shared, value ->
       right[me] = shared; copy[me] = value; value = 0; asking = false }
  :: atomic { orders[me]?grant_exclusive, value ->
       right[me] = exclusive; copy[me] = value; value = 0; asking = false;
       byte other;
       for (other : 0 .. N - 1) {
         assert(other == me || right[other] == invalid)
       }
       other = 0 }
  :: atomic { orders[me]?give_up, _ ->
       acks!me, copy[me];
       right[me] = invalid; copy[me] = 0 }
  od
}

/* The copies out there are called in, all at once, and awaited. */
inline call_in() {
  for (i : 0 .. N - 1) {
    if
    :: holds[i] -> orders[i]!give_up, 0; awaited++
    :: else
    fi
  }
  i = 0;
  do
  :: awaited > 0 ->
     atomic { acks?i, value ->
       if
       :: given_exclusive -> memory = value
       :: else
       fi;
       value = 0; holds[i] = false; awaited--; i = 0 }
  :: else -> break
  od;
  given_exclusive = false
}

active proctype directory() {
  bool holds[N], given_exclusive;
  byte who, i, awaited;
  bit memory, value;
  mtype wanted;

  atomic {
    for (i : 0 .. N - 1) { run client(i) }
    i = 0
  }
end:
  do
  :: requests?wanted, who ->
     if
#ifdef FORGETFUL
     :: given_exclusive -> call_in()
#else
     :: wanted == want_exclusive || given_exclusive -> call_in()
#endif
     :: else
     fi;
     atomic {
       holds[who] = true;
       if
       :: wanted == want_shared -> orders[who]!grant_shared, memory
       :: else -> given_exclusive = true; orders[who]!grant_exclusive, memory
       fi;
       who = 0; wanted = 0
     }
  od
}
