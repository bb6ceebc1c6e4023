/* A channel sent in a message is the channel itself, so an answer can be asked
 * for.
 *
 * expect: holds
 * expect: 76 states
 * expect: 123 transitions
 */
chan server = [1] of { chan, byte };
byte sum;

active proctype service() {
  chan reply;
  byte x;

end:
  do
  :: server?reply, x -> reply!x * 2
  od
}

active [2] proctype client() {
  chan mine = [1] of { byte };
  byte answer;

  server!mine, _pid;
  mine?answer;
  assert(answer == 2 * _pid);
  sum = sum + answer
}
