/* A parameter chosen by the program, then halved: guards with % and /.
 *
 * expect: even holds
 * expect: safety holds
 * unbounded: even holds
 */
int n = 0, m = 0;

active proctype p() {
  do
  :: n < 1000000 -> n = n + 1
  :: break
  od;
  do
  :: d_step { n % 2 == 1 -> n = n - 1 }
  :: n % 2 == 0 -> break
  od;
  m = n / 2;
  assert(2 * m == n);
  do
  :: d_step { n != 0 && (m > 0 || n > 1) -> n = n - 2; m = m - 1 }
  :: else -> break
  od;
  assert(n == 0 && m == 0)
}

ltl even { [] (m >= 0) }
