/* Logical clocks of two processes that exchange messages.
 *
 * unbounded: order holds
 */
int a = 0, b = 0, m = -1;

active proctype first() {
  do
  :: a = a + 1
  :: atomic { m < 0 -> m = a; a = a + 1 }
  od
}

active proctype second() {
  do
  :: atomic { m >= 0 ->
       if :: b <= m -> b = m + 1 :: else -> b = b + 1 fi;
       m = -1 }
  od
}

ltl order { [] (m < a || m == -1) }
