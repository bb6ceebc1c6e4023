/* A cycle without progress names the labels that are missing in it.
 *
 * options: --progress
 * expect: progress violated non-progress-cycle
 * expect: prints in the cycle nobody is at P@progress_one (progress_named.pml:13)
 */
byte x;

active proctype P() {
  do
  :: x = 1 - x
  :: x == 1 ->
progress_one:
     x = 0
  od
}
