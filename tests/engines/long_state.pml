/* A state longer than a mask of words covers, with everything that writes. */
int a[150]; byte z; chan q = [60] of { int, short }; chan r = [2] of { byte, int, int, byte };
active [3] proctype P() { byte i; int v; short w; unsigned u : 5;
 do
 :: atomic { a[i*7] = a[i*7] + _pid + 1 - (a[i*7] > 2 -> 3 : 0); i = (i + 1) % 20 }
 :: d_step { do :: v < 5 -> a[100 + v] = (a[100+v]+1)%3; v++ :: else -> break od; v = 0 }
 :: q!a[i],-w
 :: q?v,w -> v = 0; w = 0
 :: atomic { r!i,v,w,u -> if :: i > 3 -> u = u + 9; z = z ^ 1 :: i < 8 -> z = 0 :: else fi; w = 0 }
 :: r?i,v,eval(0),u
 :: r?[0,0,0,0] -> r?_,_,_,_
 :: d_step { full(q) -> do :: q?_,_ :: empty(q) -> break od }
 :: atomic { nempty(r) -> r?<i,v,_,u>; v = 0 }
 od }
