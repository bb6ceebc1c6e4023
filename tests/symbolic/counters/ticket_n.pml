/* A ticket lock for any number of clients, by counting: only how many wait, and
 * how many are inside.
 *
 * unbounded: mutex holds
 */
int newest = 0, serving = 0, waiting = 0, inside = 0;

active proctype clients() {
  do
  :: d_step { true -> newest = newest + 1; waiting = waiting + 1 }
  :: d_step { waiting > 0 && inside == 0 && serving < newest ->
              waiting = waiting - 1; inside = inside + 1 }
  :: d_step { inside > 0 -> inside = inside - 1; serving = serving + 1 }
  od
}

ltl mutex { [] (inside <= 1 && newest == serving + waiting + inside) }
