/* A name at the end of a line and a parenthesis on the next are two statements,
 * not a call.
 *
 * expect: holds
 * expect: 43 states
 * expect: 61 transitions
 */
bool flag[2]
bool turn

active [2] proctype user()
{
  flag[_pid] = true
  turn = _pid
  (flag[1-_pid] == false || turn == 1-_pid)
  skip
  flag[_pid] = false
}
