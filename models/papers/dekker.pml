/* Dekker's mutual exclusion as numbered lines (Godefroid and Holzmann, On the
 * verification of temporal properties, PSTV 1993, figure 1).
 *
 * Every numbered line of the figure is one step; its lines 6 and 9 are bare
 * jumps and take none.  l7 and m7 are the critical sections.
 *
 * P1 does not always get from l1 to l7: P2 may loop at m5 for ever.  It does
 * when every process moves infinitely often.
 *
 * expect: holds
 * expect: 101 states
 * expect: 202 transitions
 */
bool y1, y2;
byte t = 1;

proctype P1() {
l0: skip;
l1: y1 = 1;
l2: if :: y2 == 0 -> goto l7 :: else fi;
l3: if :: t == 1 -> goto l2 :: else fi;
l4: y1 = 0;
l5: if :: t == 1 -> goto l1 :: else -> goto l5 fi;
l7: t = 2;
l8: y1 = 0; goto l0
}

proctype P2() {
m0: skip;
m1: y2 = 1;
m2: if :: y1 == 0 -> goto m7 :: else fi;
m3: if :: t == 2 -> goto m2 :: else fi;
m4: y2 = 0;
m5: if :: t == 2 -> goto m1 :: else -> goto m5 fi;
m7: t = 1;
m8: y2 = 0; goto m0
}

init { atomic { run P1(); run P2() } }
