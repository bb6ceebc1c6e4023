/* Sorted sends, receives of any message, polls: of channels known beforehand
 * and of those known at run time only, by layouts that differ; alone, in a
 * d_step, in an atomic with a choice behind it.
 */
mtype = { low, high };
chan small = [3] of { mtype, byte };
chan wide = [3] of { short, byte };
chan long_one = [2] of { int, int, int };
byte seen, x, wanted = 1;

proctype user(chan c; byte me) {
  byte v;
  short w;
end:
  do
  :: c!!me, x
  :: c!!_pid - 1, 3 - x
  :: c??eval(me), v -> seen = v; v = 0
  :: c??<_, eval(me)> -> x = (x + 1) % 3
  :: c??[me, eval(x)] -> c?w, v; w = 0; v = 0
  :: d_step { c?[2] && len(c) < 3 -> c!!1, me; c??_, v; seen = v % 2; v = 0 }
  :: atomic {
       c??w, eval(me) ->
       if
       :: c??[_, 1] -> c??v, 1; x = 0
       :: c!!w, 2
       :: else -> skip
       fi;
       w = 0; v = 0
     }
  :: d_step {
       len(c) == 3 ->
       do
       :: c??eval(wanted), v -> seen = v
       :: c??<_, v> -> c?_, _
       :: else -> break
       od;
       v = 0
     }
  od
}

active proctype long_messages() {
  int a, b;
end:
  do
  :: long_one!!wanted, -1, x
  :: long_one!!-5, x, 70000
  :: long_one??-5, a, b -> wanted = (a == x -> 1 : 2); a = 0; b = 0
  :: long_one??[1, _, eval(x)] && !(long_one?[1]) -> long_one??1, _, _
  od
}

init {
  atomic { run user(small, low); run user(wide, 2) }
}
