/* The bakery algorithm (Lamport, A new solution of Dijkstra's concurrent
 * programming problem, Communications of the ACM 17(8), 1974).
 *
 * A customer draws a number larger than all he sees, then waits for everybody
 * who is still drawing and for everybody with a smaller number; equal numbers
 * are settled by rank.  Numbers grow without bound as long as the shop never
 * empties, so here a customer who would draw more than MAX waits outside; with
 * HASTY nobody waits for those who are drawing, and two get in at once.
 *
 * N      customers (2 to 255)
 * MAX    largest number (1 to 254)
 * HASTY  leaves out the wait for those who are drawing
 *
 * expect: holds
 * expect: 6021 states
 * expect: 11543 transitions
 * expect: violated assertion with -DHASTY
 */
#ifndef N
#define N 2
#endif
#ifndef MAX
#define MAX 5
#endif

bool drawing[N];
byte number[N]; /* 0: not in the shop */
byte inside;

#define BEHIND(i)                                                             \
  (number[i] == 0 || number[i] > number[_pid] ||                              \
   (number[i] == number[_pid] && i >= _pid))

active [N] proctype customer() {
  byte i, largest;

  do
  :: drawing[_pid] = true;
     for (i : 0 .. N - 1) {
       if
       :: number[i] > largest -> largest = number[i]
       :: else
       fi
     }
     if
     :: largest < MAX -> number[_pid] = largest + 1
     :: else /* sold out: come back later */
     fi;
     largest = 0;
     drawing[_pid] = false;
     if
     :: number[_pid] == 0
     :: else ->
        for (i : 0 .. N - 1) {
#ifndef HASTY
          !drawing[i];
#endif
          BEHIND(i)
        }
        inside++;
        assert(inside == 1);
        inside--;
        number[_pid] = 0
     fi
  od
}
