/* An acceptance cycle names the labels that are in it, and no others.
 *
 * expect: acceptance violated acceptance-cycle
 * expect: prints in the cycle P(0) is at accept_two (accept_named.pml:15), P(0) is at accept_one (accept_named.pml:13)
 */
byte x;

active proctype P() {
accept_before:
  x = 1;
  do
  :: x > 0 ->
accept_one:
     x = 2;
accept_two:
     x = 3
  od
}
