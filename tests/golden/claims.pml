/* Properties over infinite runs, beside safety. */
bool x;
active proctype P() {
accept_on:
  do
  :: x = !x
  od
}
ltl often { [] <> x }
