/* np_ in a formula: true where no process is at a progress label.  P passes its
 * label again and again; Q, which has none, can run alone.
 *
 * expect: passes violated acceptance-cycle
 * expect: passes holds with --fair weak
 * expect: passes holds with -DALONE
 */
bit x, y;

active proctype P() {
  do
  :: x = 1;
progress:
     x = 0
  od
}

#ifndef ALONE
active proctype Q() {
  do
  :: y = 1 - y
  od
}
#endif

ltl passes { [] <> !np_ }
