/* More states inside an atomic than are compared one by one: equal ones are
 * told apart, or joined, for each process by itself.
 */
byte g, h;
active [2] proctype P() {
  byte k, x;
  do
  :: atomic {
       g < 3;
       select(k : 0 .. 40);
       x = k / 20;
       k = 0;
       if
       :: x > 0 -> g = x
       :: x == 0 -> h = 1 - h
       :: skip
       fi
     }
  :: g = 0
  od
}
