/* Channels inside records, of processes, in arrays; handshakes by index. */
typedef R { chan c = [0] of { byte }; byte x };
R r[2];
active proctype A() { byte i; do :: r[0].c!i; i = (i+1)%3 :: r[1].c!i od }
active proctype B() { do :: r[0].c?r[0].x :: r[1].c?_ od }
active [2] proctype C() { chan l = [2] of { byte, short }; chan k[2] = [1] of {byte}; byte b; short s;
 do :: l!b,-3 :: atomic { l?b,s -> b = (b+1)%2; k[b]!b; k[1-b]!7 } :: k[0]?_ :: atomic {k[1]?b -> b = 0 } :: d_step { len(l) == 2 -> l?_,_; l?b,s; s = 0 } od }
