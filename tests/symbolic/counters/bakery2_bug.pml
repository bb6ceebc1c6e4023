/* The bakery where ticket 5 always wins.
 *
 * expect: mutex violated
 * unbounded: mutex violated
 */
int a = 0, b = 0;
byte inside = 0;

active proctype first() {
  do
  :: a = b + 1;
     (b == 0 || a <= b);
     inside = inside + 1;
     d_step { inside = inside - 1; a = 0 }
  od
}

active proctype second() {
  do
  :: b = a + 1;
     (a == 0 || b < a || b == 5);
     inside = inside + 1;
     d_step { inside = inside - 1; b = 0 }
  od
}

ltl mutex { [] (inside <= 1) }
