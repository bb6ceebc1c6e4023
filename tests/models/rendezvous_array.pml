/* Channels in an array, each its own rendezvous port.
 *
 * expect: holds
 * expect: 50 states
 * expect: 94 transitions
 */
#define N 3

chan port[N] = [0] of { byte };
byte sum;

active [N] proctype worker() {
  byte x;

  port[_pid]?x;
  sum = sum + x * (_pid + 1)
}

active proctype boss() {
  byte i;

  for (i : 0 .. N - 1) {
    port[i]!i + 1
  }
  _nr_pr == 4 && sum == 14
}
