/* Who asks, waits; the server may answer twice, and the client then asks again
 * before it has read the second answer.
 *
 * expect: channels bounded question=1 answer=2 P:own=2
 * expect: channels bounded answer=2 with --channel answer
 * expect: channels unknown with --max-capacity 2
 * expect: channels unknown with --depth 3
 */
chan question = [3] of { byte };
chan answer = [7] of { byte };

active proctype client() {
  byte n;
  do
  :: question!1;
     answer?n;
     if
     :: n == 2 -> answer?_
     :: else
     fi;
     n = 0
  od
}

active proctype server() {
  do
  :: question?_;
     if
     :: answer!1
     :: answer!2; answer!2
     fi
  od
}

active proctype P() {
  chan own = [1] of { bit };
  atomic { own!0; own!1; own?_ }
}
