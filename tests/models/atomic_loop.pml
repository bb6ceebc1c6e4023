/* A loop in an atomic sequence that goes back and forth has finitely many
 * outcomes; the search must notice.
 *
 * expect: holds
 */
byte x;
bool done;

active proctype P() {
  atomic {
    do
    :: x < 5 -> x++
    :: x > 0 -> x--
    :: break
    od;
    done = true
  }
}

active proctype Q() {
  done -> assert(x <= 5)
}
