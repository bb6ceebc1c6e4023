/* Every run-time error that a statement may end in, in every kind of step. */
byte a[3]; int x = 2147483647; chan c = [1] of { byte }; chan d; mtype = { m1, m2 }; 
active proctype P() { byte i; int y;
 do :: a[i] = i; i++ :: y = x + 1 :: y = 5 / (i - 2) :: y = 1 << (i*16) :: c!300 :: c?i :: d!1 :: assert(i != 2) :: y = y % (i-1)
 :: atomic { i = i + 1; assert(i < 3); a[i] = 1 } :: d_step { i == 1 -> i = 9; a[i] = 1 } :: d_step { i == 2 -> i = 3; i == 4; i = 0 } 
 :: d_step { i == 0 -> do :: i = 1 - i od } :: printf("%d", a[i]) :: c?i,y :: skip
 od }
active proctype Q() { end: do :: c?[2] -> c?_ :: timeout -> skip; break od; if :: Q@foo :: P:i == 1 :: else fi;
foo: skip }
