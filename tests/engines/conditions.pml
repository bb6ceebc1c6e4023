/* Conditions whose first part alone decides, of every width and comparison, at
 * the head of statements, d_steps and escapes; an element that _pid names and
 * that is not always there.
 */
byte b, few[3];
short s;
int n;
bool flag;
chan q = [2] of { byte };
chan hand = [0] of { byte };

active [4] proctype worker() {
  byte mine;
  short low = -1;
  int far;
end:
  do
  :: b == 0 -> b = 2
  :: b != 2 && s < 2 -> s++
  :: s >= 2 -> s = -2
  :: s <= -2 && (flag || n == 0) -> s = 0; flag = !flag
  :: n > -3 && mine < 2 -> n = n - 1; mine++
  :: n == -3 -> n = 0
  :: !flag -> flag = 1
  :: flag && !mine -> flag = 0; b = 1 - b % 2
  :: (b == 1 && s == 0) || mine == 2 -> mine = 0
  :: (mine && flag) == 0 && low < 0 -> low = 0
  :: low -> low = -1
  :: _pid < 3 && few[_pid] == 1 -> few[_pid] = 0
  :: _pid < 3 -> atomic { few[_pid] == 0 -> few[_pid] = 1 }
  :: _pid == 3 && b == 2 && s == 1 -> few[_pid] == 0
  :: far -> far = 0
  :: far == 0 && mine == 1 -> far = 70000
  :: q!b
  :: q?mine -> mine = mine % 3
  :: d_step { q?[0] && b != 0 -> q?_; b = 0 }
  :: d_step { q?mine; mine = 0 }
  :: d_step { far > 69999 -> far = 1 }
  :: d_step { far < 2 && far != 0 -> do :: far < 0 -> break :: far >= 0 -> far-- od }
  :: hand!mine
  :: hand?mine
  :: { b == 3; skip } unless { timeout && b == 7 }
  :: timeout -> b = 0
  od
}
