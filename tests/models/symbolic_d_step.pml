/* Loops inside d_steps: the first always ends, the second does for even n only.
 *
 * options: --symbolic
 * expect: violated runtime at line 18
 * expect: holds with -DSTEP=1
 */
#ifndef STEP
#define STEP 2
#endif
byte n, k;

active proctype P() {
  do
  :: n < 10 -> n = n + 1
  :: break
  od;
  d_step { k = 0; do :: k < n -> k = k + 1 :: else -> break od };
  d_step { k = n; do :: k != 12 -> k = k + STEP :: else -> break od }
}
