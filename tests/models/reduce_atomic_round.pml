/* As long as P3 has not sent, the atomic of P2 goes round for ever: P2 cannot
 * move, though its first statement is possible.
 *
 * options: --keep-going
 * expect: violated end-state
 * expect: prints reduce_atomic_round.pml:15)
 */
chan q = [1] of { byte };
chan r = [1] of { byte };
byte got;

active proctype P0() {
  byte x;
  x = 1;
  q!x /* or P2 comes first, and q stays full */
}

active proctype P2() {
  atomic {
    q!2;
    do
    :: r?got -> break
    :: q?got -> q!0
    od
  }
}

active proctype P3() {
  r!0
}
