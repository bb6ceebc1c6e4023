/* A mesh of two by two processors with inboxes of any length.
 *
 * options: --assume 'N >= 0'
 * expect: messages holds
 * unbounded: messages holds
 */
bool ready = false;
int N, a, b = 0, c = 0, d = 0;

active proctype mesh() {
  d_step { a = N; ready = true };
  do
  :: d_step { a > 0 -> a = a - 1; b = b + 1 }
  :: d_step { a > 0 -> a = a - 1; c = c + 1 }
  :: d_step { b > 0 -> b = b - 1; d = d + 1 }
  :: d_step { c > 0 -> c = c - 1; d = d + 1 }
  :: d_step { d > 0 -> d = d - 1; a = a + 1 }
  od
}

ltl messages { [] (!ready || a + b + c + d == N) }
