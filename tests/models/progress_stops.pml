/* A run that stops goes through no cycle: a deadlock is an invalid end state
 * and no lack of progress.
 *
 * expect: progress holds with --progress
 * expect: safety violated end-state
 */
byte x;

active proctype P() {
  x = 1;
  x == 2
}
