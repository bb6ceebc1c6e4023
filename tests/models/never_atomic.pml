/* An atomic sequence of a never claim is taken in one state of the model.  The
 * first claim is what `spin -f '!([] p)'` writes.
 *
 * expect: never violated claim
 * expect: never holds with -DCHANGES
 * expect: never violated claim with -DSTAYS
 * expect: never violated claim with -DMIDDLE
 * expect: never holds with -DMIDDLE -DX=2
 * expect: unknown with -DROUND --property never
 */
byte x;
#define p (x == 0)
#ifndef X
#define X 1
#endif
active proctype A() { do :: x = 1 - x od }

#ifdef CHANGES
never { do :: atomic { p -> x == 1 -> p -> assert(false) } od }
#elif defined STAYS
never { do :: atomic { p -> p -> assert(false) } od }
#elif defined MIDDLE
never { do :: atomic { true; assert(x < X); p } :: true od }
#elif defined ROUND
never { do :: atomic { do :: p :: !p od } od }
#else
never {
T0_init:
	do
	:: atomic { (! ((p))) -> assert(!(! ((p)))) }
	:: (1) -> goto T0_init
	od;
accept_all:
	skip
}
#endif
