/* Messages are sorted by what is stored: -1 is 255 in a byte.  SPIN's verifier
 * sorts it before the 2, its simulator behind.
 *
 * expect: holds
 */
short minus_one = -1;
byte first;
chan c = [2] of { byte };

active proctype P() {
  c!2;
  c!!minus_one;
  c?first;
  assert(first == 2)
}
