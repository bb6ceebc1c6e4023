/* Leader election in a one-way ring (Dolev, Klawe and Rodeh, An O(n log n)
 * unidirectional distributed algorithm for extrema finding in a circle, Journal
 * of Algorithms 3(3), 1982).
 *
 * Each node speaks for a number, at first its own.  In each round it learns
 * the numbers of the two nearest speakers before it; it speaks on, for the
 * nearer of them, when that one beats both its neighbours, and falls silent
 * otherwise.  A silent node only passes messages on.  So at least half of the
 * speakers fall silent in a round, and the largest number is never lost: who
 * hears of the number it speaks for is alone, and announces it.
 *
 * The init process tries every order of the numbers 1 to N around the ring, the
 * largest one at a fixed place.
 *
 * N       nodes (2 to 250)
 * STRIDE  only one ring is tried: neighbours' numbers differ by STRIDE modulo N
 *         (STRIDE and N have no common divisor)
 *
 * expect: channels bounded ring[0]=2 ring[1]=2 ring[2]=3
 * expect: holds
 * expect: 598 states
 * expect: 1303 transitions
 */
#ifndef N
#define N 3
#endif

mtype = { nearest, second, leader };

chan ring[N] = [N] of { mtype, byte };
byte leaders;

proctype node(byte place; byte me) {
  byte speaks_for = me, near, heard;
  chan in = ring[place], out = ring[(place + 1) % N];

  xr in;
  xs out;

  out!nearest(me);
speaking:
  in?nearest(near);
  if
  :: near == speaks_for ->
     assert(speaks_for == N);
     out!leader(speaks_for);
     in?leader(heard);
     goto elected
  :: else -> out!second(near)
  fi;
  in?second(heard);
  if
  :: near > speaks_for && near > heard ->
     speaks_for = near;
     out!nearest(speaks_for);
     goto speaking
  :: else
  fi;
  near = 0;
  do
  :: in?nearest(heard) -> out!nearest(heard)
  :: in?second(heard) -> out!second(heard)
  :: in?leader(heard) -> out!leader(heard); break
  od;

elected:
  assert(heard == N);
  if
  :: me == N -> leaders++; assert(leaders == 1)
  :: else
  fi
}

init {
  byte place, number;
  bool given[N + 1];

  atomic {
    run node(0, N);
    for (place : 1 .. N - 1) {
#ifdef STRIDE
      number = place * STRIDE % N;
#else
      select(number : 1 .. N - 1);
      do
      :: given[number] -> number = number % (N - 1) + 1
      :: else -> break
      od;
#endif
      given[number] = true;
      run node(place, number)
    }
  }
}
