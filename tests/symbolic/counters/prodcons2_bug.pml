/* Two producers test and add in two steps: the buffer overflows.
 *
 * expect: order violated
 * unbounded: order violated
 */
#define SIZE 5
int put = 0, got = 0;

active [2] proctype producer() {
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
