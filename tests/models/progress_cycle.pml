/* A loop without a progress label; the one with it alone is no problem.  Under
 * fairness Q cannot run alone, but P passes its label.
 *
 * expect: progress violated non-progress-cycle with --progress
 * expect: progress holds with --progress --fair weak
 * expect: progress holds with --progress -DALONE
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
