/* Java's monitors by counting (FAST: Java): in, out and waiting threads.
 *
 * expect: one holds
 * unbounded: one holds
 */
int nl = 1, inside = 0, waiting = 0, out = 1;

active proctype monitor() {
  do :: out = out + 1 :: break od;
  do
  :: d_step { out >= 1 && nl == 1 -> out = out - 1; inside = inside + 1; nl = 0 }
  :: d_step { inside >= 1 -> inside = inside - 1; waiting = waiting + 1; nl = 1 }
  :: d_step { inside >= 1 && waiting >= 1 -> waiting = waiting - 1; out = out + 1 }
  :: d_step { inside >= 1 -> out = out + waiting; waiting = 0 }
  :: d_step { inside >= 1 -> inside = inside - 1; out = out + 1; nl = 1 }
  od
}

ltl one { [] (inside <= 1 && inside + nl == 1) }
