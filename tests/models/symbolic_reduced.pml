/* Three processes that count by themselves: interleavings that make no
 * difference are left out, and the answer is the same.
 *
 * options: --symbolic
 * expect: holds
 * expect: total holds
 * expect: total holds with --no-reduce
 */
int sum = 0;

active [3] proctype worker() {
  int i = 0;
  do
  :: i < 5 -> i = i + 1
  :: i == 5 -> break
  od;
  sum = sum + i
}

ltl total { [] (sum <= 15) }
