/* Each process waits for the others in turn and leaves itself out, which nobody
 * notices: the step to the next one goes through the loop.
 * expect: holds
 * expect: holds with --no-reduce
 * expect: holds with --no-merge
 */
#define N 3
byte ready;
bool here[N];

active [N] proctype P() {
  byte i;
  here[_pid] = true;
  do
  :: i == _pid -> i++
  :: i != _pid ->
    if
    :: i < N -> here[i]; i++
    :: else -> break
    fi
  od;
  ready++;
  assert(ready <= N)
}
